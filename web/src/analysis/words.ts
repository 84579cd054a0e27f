/** Words of an analysis. */

import { change, percent } from "../coach/words";
import { SIDE_TITLE, type CurvePoint, type TurningPoint } from "../lib/types";

/** A point of the curve in a line: when it was, the German chance, what happened. */
export function pointWords(point: CurvePoint): string {
  const whose = point.kind === "phase" && point.side ? `${SIDE_TITLE[point.side]} ${lower(point.title)} over` : point.title;
  return `Order ${point.number}, turn ${point.turn}: ${percent(point.value)}. ${whose}`;
}

/** What a turning point did to the game. */
export function effect(one: TurningPoint): string {
  if (one.kind === "dice") return `The dice gave the ${SIDE_TITLE[one.side]} side ${change(one.by)}.`;
  const loser = one.side === "german" ? "Allied" : "German";
  if (!one.better) return `It cost the ${loser} side ${percent(one.by)}.`;
  return `For the ${loser} side the turn promised ${percent(one.better.chance)}; what was played was worth ${percent(one.better.played_chance)}.`;
}

export const FAULTS: Record<string, string> = {
  gift: "left open", hole: "a gap", lonely: "alone", starved: "cut off", suicide: "without hope", unspent: "unused", idle: "idle", undone: "there and back",
};

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
