/** The battle on the screen, in one place from its declaration to the last advance: its arithmetic while both sides add to
it, then its dice, and what came of them until that has been read. */

import { KINDS, type GameEvent, type OddsReport, type SeatState } from "./types";

export class Battle {
  /** The arithmetic as it was last known before the die; after it, what was rolled on. */
  report = $state.raw<OddsReport | null>(null);
  /** What both sides have put into it before the die. */
  prelude = $state.raw<GameEvent[]>([]);
  /** What has happened since the die fell, the battle itself first. */
  events = $state.raw<GameEvent[]>([]);
  /** Whether something of it is still asked, of whichever side. */
  on = $state(false);
  /** Put away for a while, to look at the log, the boxes and the rules. */
  aside = $state(false);
  /** What attacks were said to come to when they were declared, by the hexes attacked. */
  private declared = new Map<string, OddsReport>();
  private spent = new Set<string>();

  /** Whether there is something to show: the next question, or a result that has not been read. */
  get shown(): boolean {
    return this.on || this.events.length > 0;
  }

  /** Where it is fought. */
  get hexes(): string[] {
    return this.events[0]?.at ?? this.report?.hexes ?? [];
  }

  /** An attack is ordered, after its arithmetic was looked at. */
  declare(report: OddsReport): void {
    this.declared.set(key(report.hexes), report);
    for (const one of report.support ?? []) this.spent.delete(`${key(report.hexes)} ${one.id}`);
  }

  /** What happened in answer to an order, or while the other side played. */
  hear(events: GameEvent[]): void {
    const battle = events.filter((event) => event.kind === "battle").at(-1);
    if (battle) {
      const known = key(this.report?.hexes) === key(battle.at) ? this.report : (this.declared.get(key(battle.at)) ?? null);
      this.report = known;
      this.prelude = [...(this.on && !this.events.length ? this.prelude : []), ...events.slice(0, events.indexOf(battle)).filter((event) => here(event, battle))];
      this.events = events.slice(events.indexOf(battle));
    } else if (this.on && this.events.length) this.events = [...this.events, ...events];
    else {
      this.prelude = this.on ? [...this.prelude, ...events] : events;
      this.events = [];
    }
  }

  /** A new position: the next question of the battle, or none. */
  take(state: SeatState): void {
    if (state.battle) {
      if (key(state.battle.hexes) !== key(this.events[0]?.at) || !this.on) this.events = [];
      this.report = state.battle;
      this.prelude = this.prelude.filter((event) => here(event, { at: state.battle?.hexes }));
    } else if (state.rolled && key(state.rolled.hexes) === key(this.events[0]?.at)) this.report = state.rolled;
    this.on = state.stage !== "" && (!!state.battle || (state.stage === "after" && this.events.length > 0));
    if (!this.on) this.aside = false;
    if (!this.shown) this.report = null;
  }

  /** What a side tried out before it declared the attack and is asked for now, as tokens of an order; each once. */
  carried(state: SeatState): string[] {
    const at = key(state.battle?.hexes);
    const tried = state.stage === "before" ? (this.declared.get(at)?.support ?? []) : [];
    for (const one of tried) {
      const [word = ""] = one.order ?? [];
      const asked = state.decision?.choices.find((choice) => choice.token === word);
      if (!one.used || one.whose !== state.side || !asked || this.spent.has(`${at} ${one.id}`)) continue;
      this.spent.add(`${at} ${one.id}`);
      const counted = asked.next?.some((choice) => choice.kind === "number");
      return [...(one.order ?? []), ...(counted ? [String(one.used)] : [])];
    }
    return [];
  }

  close(): void {
    this.events = [];
    if (!this.on) this.report = null;
  }
}

/** Whether something was put into a battle: it belongs to battles, and to no other hexes. */
function here(event: GameEvent, battle: { at?: readonly string[] }): boolean {
  return KINDS[event.kind] === "battles" && (!event.at?.length || event.at.some((hex) => battle.at?.includes(hex)));
}

function key(hexes: readonly string[] | undefined): string {
  return [...(hexes ?? [])].sort().join(" ");
}
