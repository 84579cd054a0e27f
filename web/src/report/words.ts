/** Words and lines of the report. */

import type { Board } from "../lib/geometry";
import type { History, Luck, TurnTale } from "../lib/types";
import { SIDES, SIDE_TITLE } from "../lib/types";

/** "German victory, 17 to 5", or how far the game has got. */
export function headline(history: History): string {
  const last = history.turns.at(-1);
  if (!history.over) return `So far: turn ${last?.turn ?? 0}`;
  const level = history.level.charAt(0).toUpperCase() + history.level.slice(1);
  const { german = 0, allied = 0 } = last?.score ?? {};
  const [own, other] = history.winner === "allied" ? [allied, german] : [german, allied];
  return history.measure === "points" && own > other ? `${level}, ${own} to ${other}` : level;
}

/** When the level that the game ended with was reached for good. */
export function decided(history: History): string {
  const last = history.turns.at(-1);
  if (!history.over || !last?.level || history.turns.length < 2) return "";
  const before = history.turns.filter((turn) => turn.level !== last.level).at(-1);
  if (!before) return "The result would have been the same after any turn.";
  const since = history.turns[history.turns.indexOf(before) + 1];
  return `After turn ${before.turn} the result would have been: ${before.level}. From turn ${since?.turn ?? last.turn} it no longer changed.`;
}

/** The day of a turn, without its number: "10-11 May". */
export function day(turn: TurnTale): string {
  return turn.title.includes(": ") ? turn.title.split(": ").slice(1).join(": ") : "";
}

/** The hexsides between what one side holds and what the other does, as one path. */
export function frontLine(board: Board, turn: TurnTale): string {
  const theirs = new Set(turn.control.allied);
  const half = board.hex / (2 * Math.sqrt(3));
  let path = "";
  for (const label of turn.control.german) {
    const from = board.centre(label);
    for (let k = 0; k < 6 && from; k++) {
      const other = board.beside(label, k);
      const to = other && theirs.has(other) ? board.centre(other) : null;
      if (!to) continue;
      const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      const [dx, dy] = [((to[1] - from[1]) / board.hex) * half, ((from[0] - to[0]) / board.hex) * half];
      path += `M${(x - dx).toFixed(0)} ${(y - dy).toFixed(0)}L${(x + dx).toFixed(0)} ${(y + dy).toFixed(0)}`;
    }
  }
  return path;
}

const PLURAL: Record<string, string> = { battle: "attacks" };

export function luckTitle(luck: Luck): string {
  return `${SIDE_TITLE[luck.side]} ${PLURAL[luck.kind] ?? luck.kind.replaceAll("-", " ")}, ${luck.dice} ${luck.dice === 1 ? "die" : "dice"}`;
}

/** How unusual a mean is, in plain words. */
export function luckWords(luck: Luck): string {
  const far = Math.abs(luck.mean - luck.expected) / (luck.spread || 1);
  if (far < 1) return "as expected";
  return far < 2 ? "a little unusual" : "rare";
}

export function signed(value: number): string {
  return value > 0 ? `+${value.toFixed(2)}` : value.toFixed(2).replace("-", "−");
}

/** The sums of points by side, for the lines under their sources. */
export function total(history: History, side: (typeof SIDES)[number]): number {
  return history.turns.at(-1)?.score[side] ?? 0;
}
