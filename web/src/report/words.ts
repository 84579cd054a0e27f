/** Words and lines of the report. */

import type { History, Luck, TurnTale } from "../lib/types";
import { SIDES, SIDE_TITLE } from "../lib/types";

/** "German victory, 17 to 5", or how far the game has got. */
export function headline(history: History): string {
  const last = history.turns.at(-1);
  if (!history.over) return `So far: turn ${last?.turn ?? 0}`;
  const said = /victory|draw/i.test(history.level) || !history.winner ? history.level : `${SIDE_TITLE[history.winner]} ${history.level} victory`;
  const level = said.charAt(0).toUpperCase() + said.slice(1);
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
  if (turn.turn === 0 && !turn.title.includes(": ")) return "set-up";
  return turn.title.includes(": ") ? turn.title.split(": ").slice(1).join(": ") : "";
}

/** What is rolled for, in the plural; other kinds are called as they are. */
const ROLLS: Record<string, string> = {
  "battle": "attacks", "air-battle": "air battles", "defence": "defence rolls", "gqg": "GQG rolls", "halt": "Halt! rolls", "reroll": "rerolls",
  "rally": "rallies", "evacuation": "evacuations", "bridgehead": "bridgeheads", "landing": "landings", "event": "event rolls", "italy": "rolls for Italy",
  "reaction": "reactions", "coup": "coups de main", "drop": "drops", "fortress": "fortress attacks", "disengage": "disengagements",
  "interdiction": "interdictions", "bombing": "bombings", "special-forces": "special forces",
};

export function luckTitle(luck: Luck): string {
  return `${SIDE_TITLE[luck.side]} ${ROLLS[luck.kind] ?? luck.kind.replaceAll("-", " ")}, ${luck.dice} ${luck.dice === 1 ? "die" : "dice"}`;
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

/** The largest of a few names, and how many more there are. */
export function briefly(names: string[]): string {
  return names.length > 5 ? `${names.slice(0, 4).join(", ")} and ${names.length - 4} more` : names.join(", ");
}

/** The sums of points by side, for the lines under their sources. */
export function total(history: History, side: (typeof SIDES)[number]): number {
  return history.turns.at(-1)?.score[side] ?? 0;
}
