/** What the other side did in its last turn: to be watched again at any time, and as arrows and marks on the map until
one's own first order, or as long as one likes. */

import type { Time } from "./time.svelte";
import { KINDS, type GameEvent, type LogLine, type SeatState, type Side, type Unit } from "./types";

/** The orders of one player turn, and the moment before it. */
export interface Stretch {
  side: Side;
  from: number;
  to: number;
  lines: LogLine[];
}

/** The way that some units went together. */
export interface Trace {
  key: string;
  side: string;
  kind: "move" | "retreat";
  units: string[];
  hexes: string[];
}

/** A fight where it was fought; of several in one hex the last. */
export interface Fight {
  hex: string;
  side: string;
  brief: string;
  text: string;
}

interface Game {
  state: SeatState | null;
  log: { lines: LogLine[] };
  time: Time;
}

export class Deeds {
  /** What the player wants: to see them, or not; null leaves it to the course of the game. */
  wish = $state<boolean | null>(null);
  private before = $state.raw<{ from: number; units: readonly Unit[] } | null>(null);

  constructor(private readonly game: Game) {}

  /** The last player turn that is not one's own; a spectator's is the last of all. */
  stretch = $derived.by<Stretch | null>(() => {
    const { lines } = this.game.log;
    const mine = this.game.state?.side ?? "";
    const last = lastOf(lines, lines.length, (line) => line.whose !== "" && line.whose !== mine);
    const side = lines[last]?.whose;
    if (!side) return null;
    const other = lastOf(lines, last, (line) => line.whose !== "" && line.whose !== side);
    const found = lines.slice(lines.findIndex((line, n) => n > other && line.whose === side), last + 1);
    return { side, from: (found[0]?.number ?? 1) - 1, to: found.at(-1)?.number ?? 0, lines: found };
  });

  /** Whether they lie on the map now: until the first order in one's own turn, unless the player says otherwise. */
  get shown(): boolean {
    if (this.game.time.past || !this.stretch) return false;
    return this.wish ?? !this.ordered;
  }

  toggle(): void {
    this.wish = !this.shown;
  }

  /** A new turn of theirs: it is shown again by itself. To be called in an effect. */
  follow(): void {
    const from = this.stretch?.from;
    if (from === undefined || !this.shown || this.before?.from === from) return;
    this.wish = null;
    void this.game.time.moment(from).then((state) => (this.before = { from, units: state.view.units }), () => undefined);
  }

  traces = $derived.by<Trace[]>(() => {
    const { stretch, before } = this;
    if (!stretch || before?.from !== stretch.from) return [];
    const at = new Map(before.units.map((unit) => [unit.id, unit.at ?? ""]));
    const found = new Map<string, Trace>();
    for (const event of stretch.lines.flatMap((line) => line.events)) walk(event, at, found);
    return [...found.values()];
  });

  fights = $derived.by<Fight[]>(() => {
    const battles = (this.stretch?.lines ?? []).flatMap((line) => line.events).filter((event) => event.kind === "battle");
    const found = battles.map((event) => ({ hex: event.at?.[0] ?? "", side: event.side ?? "", brief: event.brief ?? "", text: event.text }));
    return [...new Map(found.map((fight) => [fight.hex, fight])).values()];
  });

  /** Whether one has given an order in one's own turn since. */
  private get ordered(): boolean {
    const { lines } = this.game.log;
    const mine = this.game.state?.side;
    return !!mine && lines.slice(this.stretch?.to ?? 0).some((line) => line.side === mine && line.whose === mine);
  }
}

/** The place of the last line before `end` that fits; -1 if there is none. */
function lastOf(lines: LogLine[], end: number, fits: (line: LogLine) => boolean): number {
  for (let n = end - 1; n >= 0; n--) if (fits(lines[n] as LogLine)) return n;
  return -1;
}

/** Units that went from hex to hex: each continues its own way, and those that went the same way share it. */
function walk(event: GameEvent, at: Map<string, string>, found: Map<string, Trace>): void {
  if (KINDS[event.kind] !== "moves" || !event.at?.length) return;
  const kind = event.kind === "retreat" ? "retreat" : "move";
  for (const unit of event.units ?? []) {
    const start = at.get(unit) ?? "";
    const hexes = event.at[0] === start || !start ? event.at : [start, ...event.at];
    at.set(unit, event.at.at(-1) ?? start);
    if (hexes.length < 2) continue;
    const before = [...found.values()].find((trace) => trace.kind === kind && trace.units.includes(unit) && trace.hexes.at(-1) === hexes[0]);
    if (before?.units.length === 1) {
      found.delete(before.key);
      add(found, { ...before, hexes: [...before.hexes, ...hexes.slice(1)] });
    } else add(found, { key: "", side: event.side ?? "", kind, units: [unit], hexes });
  }
}

function add(found: Map<string, Trace>, trace: Trace): void {
  const key = `${trace.kind} ${trace.hexes.join(" ")}`;
  const known = found.get(key);
  found.set(key, { ...trace, key, units: [...new Set([...(known?.units ?? []), ...trace.units])] });
}
