/** The front on a small map: ground as soft shapes, and the line between the sides. */

import type { Board, Point } from "../lib/geometry";
import type { TurnTale } from "../lib/types";

/** The ground of one side as closed shapes with soft corners. */
export function groundShape(board: Board, labels: string[]): string {
  const own = new Set(labels);
  return chains(edges(board, own, (other) => !other || !own.has(other))).map((chain) => soft(chain)).join("");
}

/** The line where the ground of both sides meets. */
export function frontLine(board: Board, turn: TurnTale): string {
  const theirs = new Set(turn.ground.allied);
  return chains(edges(board, new Set(turn.ground.german), (other) => !!other && theirs.has(other))).map((chain) => soft(chain)).join("");
}

/** The line between German ground and the rest of the land. */
export function frontOf(board: Board, german: string[], land: Set<string>): string {
  const own = new Set(german);
  return chains(edges(board, own, (other) => !!other && land.has(other) && !own.has(other))).map((chain) => soft(chain)).join("");
}

/** The part of the map that the front has run through, with a margin: x, y, width, height. */
export function frame(board: Board, turns: TurnTale[]): string {
  const touched = turns.flatMap((turn) => {
    const theirs = new Set(turn.ground.allied);
    return edges(board, new Set(turn.ground.german), (other) => !!other && theirs.has(other)).flat();
  });
  if (!touched.length) return `0 0 ${board.width} ${board.height}`;
  const margin = board.hex * 5;
  const [xs, ys] = [touched.map((point) => point[0]), touched.map((point) => point[1])];
  const left = Math.max(0, Math.min(...xs) - margin);
  const top = Math.max(0, Math.min(...ys) - margin);
  const [right, bottom] = [Math.min(board.width, Math.max(...xs) + margin), Math.min(board.height, Math.max(...ys) + margin)];
  return `${left.toFixed(0)} ${top.toFixed(0)} ${(right - left).toFixed(0)} ${(bottom - top).toFixed(0)}`;
}

type Edge = [Point, Point];

/** The hexsides of an area towards what lies beyond, each with the area on the same hand. */
function edges(board: Board, area: Set<string>, beyond: (other: string | null) => boolean): Edge[] {
  const found: Edge[] = [];
  for (const label of area) {
    for (let k = 0; k < 6; k++) {
      if (beyond(board.beside(label, k))) found.push(board.side(label, k));
    }
  }
  return found;
}

/** Hexsides joined end to end into long lines. */
function chains(sides: Edge[]): Point[][] {
  const from = new Map<string, Edge[]>();
  for (const side of sides) from.set(key(side[0]), [...(from.get(key(side[0])) ?? []), side]);
  const ends = new Set(sides.map((side) => key(side[1])));
  const begins = sides.filter((side) => !ends.has(key(side[0])));
  const left = new Set(sides);
  const found: Point[][] = [];
  for (const start of [...begins, ...sides]) {
    if (!left.has(start)) continue;
    const chain: Point[] = [start[0]];
    for (let side: Edge | undefined = start; side; side = from.get(key(side[1]))?.find((next) => left.has(next))) {
      left.delete(side);
      chain.push(side[1]);
    }
    found.push(chain);
  }
  return found;
}

/** A line through the middles of its hexsides; the corners only pull at it. A ring is closed. */
function soft(chain: Point[]): string {
  const first = chain[0] as Point;
  const last = chain.at(-1) as Point;
  const ring = key(first) === key(last);
  const middles = chain.slice(1).map((point, n): Point => [(point[0] + (chain[n] as Point)[0]) / 2, (point[1] + (chain[n] as Point)[1]) / 2]);
  const curves = middles.slice(1).map((middle, n) => `Q${words(chain[n + 1] as Point)} ${words(middle)}`).join("");
  if (ring) return `M${words(middles[0] as Point)}${curves}Q${words(first)} ${words(middles[0] as Point)}Z`;
  return `M${words(first)}L${words(middles[0] as Point)}${curves}L${words(last)}`;
}

function key([x, y]: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

function words([x, y]: Point): string {
  return `${x.toFixed(0)} ${y.toFixed(0)}`;
}
