/** Which counter of a stack lies under the pointer: the lower ones peek out to the upper right, three at most. */

import type { Table } from "../lib/screen.svelte";

/** How large a counter is, and how far the next one below peeks out, in parts of the distance between hexes. */
export const COUNTER = 0.73;
export const PEEK = COUNTER * 0.095;
export const DEEPEST = 3;

/** How far a counter at some depth lies from the middle of its hex. */
export function peek(depth: number, size: number, hex: number): number {
  return hex * PEEK * (depth - (Math.min(size, DEEPEST) - 1) / 2);
}

export function counterUnder(table: Table, hex: string, at: { x: number; y: number }): string {
  const { session, camera } = table;
  const stack = session.stacks.get(hex) ?? [];
  const centre = session.board?.centre(hex);
  if (!centre || !session.board) return "";
  const [x, y] = camera.world(at.x, at.y);
  const half = (session.board.hex * COUNTER) / 2;
  const size = session.board.hex;
  const lies = stack.slice(0, DEEPEST).find((_, depth) => {
    const shift = peek(depth, stack.length, size);
    return Math.abs(x - centre[0] - shift) < half && Math.abs(y - centre[1] + shift) < half;
  });
  return lies?.id ?? "";
}
