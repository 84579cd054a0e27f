/** Who could attack an enemy hex with the moves that are left, at what odds; and the moves, to be ordered by a click. */

import { Trouble } from "./api";
import type { Session } from "./session.svelte";
import type { OddsReport } from "./types";

export class Muster {
  report = $state.raw<OddsReport | null>(null);
  hex = $state("");
  private out = $state.raw<string[]>([]);
  private support: Record<string, number> = {};

  constructor(private readonly session: Session) {}

  /** From where each of those who could come would attack: the hex, who goes there or is there already. */
  places = $derived.by(() => {
    const places = new Map<string, string[]>();
    for (const { unit, hexes } of this.report?.approaches ?? []) {
      const from = hexes.at(-1) ?? "";
      places.set(from, [...(places.get(from) ?? []), unit]);
    }
    return [...places];
  });

  async ask(hex: string): Promise<void> {
    [this.hex, this.out, this.support] = [hex, [], {}];
    this.session.walk.clear();
    this.session.threat.close();
    await this.look();
    if (!this.report) this.session.notice = `As far as you can see, none of your units can attack ${hex} now.`;
  }

  /** Ask again without some units, or with support added. */
  async askIf(change: { without?: string[]; support?: Record<string, number> }): Promise<void> {
    this.out = change.without ?? this.out;
    this.support = { ...this.support, ...change.support };
    const before = this.report;
    await this.look();
    this.report ??= before && { ...before, attackers: [], moves: [], left_out: (before.approaches ?? []).map((one) => one.unit) };
  }

  takesPart(unit: string): boolean {
    return !this.report?.left_out?.includes(unit);
  }

  toggle(unit: string): Promise<void> {
    const without = this.takesPart(unit) ? [...this.out, unit] : this.out.filter((one) => one !== unit);
    return this.askIf({ without });
  }

  /** The orders that bring some of the units to where they attack from; all of them, if none are named. */
  moves(units?: string[]): string[][] {
    const moves = this.report?.moves ?? [];
    return units ? moves.filter((order) => units.includes(order[1] ?? "")) : moves;
  }

  /** Order the moves, in one go; then look what they have changed. */
  async send(units?: string[]): Promise<void> {
    const { hex } = this;
    const moves = this.moves(units);
    if (!moves.length) return;
    await this.session.orders.give(moves);
    this.session.hex = hex;
    if (units && this.session.mine) await this.ask(hex);
  }

  /** A click on the map while it is asked: whoever is to go there goes. False if it means nothing here. */
  async click(hex: string): Promise<boolean> {
    const units = this.places.find(([place]) => place === hex)?.[1] ?? [];
    if (!this.moves(units).length) return false;
    await this.send(units);
    return true;
  }

  close(): void {
    this.report = null;
  }

  private async look(): Promise<void> {
    const how = { without: this.out, support: this.support };
    try {
      this.report = await this.session.place.muster(this.hex, how);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.report = null;
      this.session.notice = error.message;
    }
  }
}
