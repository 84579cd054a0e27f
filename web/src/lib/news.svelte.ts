/** What has happened since one looked: what the other side did, what moved, and what one's own dice brought. */

import type { GameEvent, LogLine, SeatState, Unit } from "./types";

export interface Reply {
  from: number;
  to: number;
  lines: LogLine[];
}

export class News {
  /** What the other side did since we looked, to be watched or skipped. */
  reply = $state.raw<Reply | null>(null);
  /** What the last own order brought about, when dice were rolled. */
  result = $state.raw<GameEvent[]>([]);
  /** Units of the other side that are not as they were. */
  changed = $state.raw<Set<string>>(new Set());

  /** An own order has been carried out. */
  own(events: GameEvent[]): void {
    this.show(events);
    this.changed = new Set();
    this.reply = null;
  }

  /** Show what came of dice, if any were rolled. */
  show(events: GameEvent[]): void {
    this.result = events.some((event) => event.dice?.length) ? events : [];
  }

  /** The game has gone on without us. */
  others(before: SeatState, after: SeatState, log: LogLine[]): void {
    const fresh = log.filter((line) => line.number > before.number && line.side !== after.side);
    const lines = after.side ? fresh : fresh.filter((line) => line.side === fresh.at(-1)?.side);
    if (!after.side) this.reply = null; // who only watches is told of the last side that played, and of nothing older
    const from = this.reply?.from ?? before.number;
    const all = [...(this.reply?.lines ?? []), ...lines];
    if (all.some((line) => line.events.length)) this.reply = { from, to: after.number, lines: all };
    const were = new Map(before.view.units.map((unit) => [unit.id, standing(unit)]));
    const moved = after.view.units.filter((unit) => unit.side !== after.side && were.get(unit.id) !== standing(unit));
    this.changed = new Set([...(after.side ? this.changed : []), ...moved.map((unit) => unit.id)]);
  }
}

function standing(unit: Unit): string {
  return `${unit.at}/${unit.steps}/${unit.status}`;
}
