/** Figures of the report, counted from the log. */

import type { LogLine, Unit } from "../lib/types";

export interface TurnLosses {
  turn: string;
  german: number;
  allied: number;
}

/** The number of orders after which each turn began. */
export function turnStarts(log: LogLine[]): { turn: string; at: number }[] {
  return log.flatMap((line) =>
    line.events.filter((event) => event.kind === "turn").map((event) => ({ turn: event.text.match(/\d+/)?.[0] ?? "", at: line.number })),
  );
}

/** Units and steps lost by each side in every turn. */
export function byTurn(log: LogLine[], units: Unit[]): TurnLosses[] {
  const sides = new Map(units.map((unit) => [unit.id, unit.side]));
  const rows: TurnLosses[] = [{ turn: "0", german: 0, allied: 0 }];
  for (const event of log.flatMap((line) => line.events)) {
    if (event.kind === "turn") {
      const turn = event.text.match(/\d+/)?.[0] ?? "";
      if (rows.at(-1)?.turn !== turn) rows.push({ turn, german: 0, allied: 0 });
    } else if (event.kind === "eliminated" || event.kind === "step") {
      for (const unit of event.units ?? []) {
        const [side, row] = [sides.get(unit) ?? guess(unit), rows.at(-1)];
        if (row) row[side]++;
      }
    }
  }
  return rows;
}

/** A unit that is gone from the view is known by its nation's letters. */
function guess(unit: string): "german" | "allied" {
  return unit.startsWith("de.") ? "german" : "allied";
}
