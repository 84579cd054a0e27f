/** Attackers picked before their target: clicked, or dragged to it, from as many hexes as may attack together. */

import type { Session } from "./session.svelte";

export class Strike {
  private picked = $state.raw<string[]>([]);

  constructor(private readonly session: Session) {}

  units = $derived.by(() => (this.session.walk.prefix.length ? [] : this.picked.filter((unit) => this.targetsOf(unit).length)));

  /** The hexes that all of them could attack. */
  targets = $derived.by(() => {
    const [first, ...others] = this.units.map((unit) => this.targetsOf(unit));
    return (first ?? []).filter((hex) => others.every((list) => list.includes(hex)));
  });

  has(unit: string): boolean {
    return this.units.includes(unit);
  }

  clear(): void {
    this.picked = [];
  }

  /** The hexes that a unit could be ordered to attack now. */
  targetsOf(unit: string): string[] {
    const listed = this.session.walk.attackable;
    return (this.session.readiness.engagements.get(unit) ?? []).filter((hex) => listed.has(hex));
  }

  /** Pick those of a stack that can attack; a stack that is picked already is narrowed to one, and that one put back. */
  pick(stack: string[], one: string): boolean {
    const able = stack.filter((unit) => this.targetsOf(unit).length);
    if (!able.length) return false;
    const others = this.units.filter((unit) => !able.includes(unit));
    const before = this.units.filter((unit) => able.includes(unit));
    const narrowed = able.includes(one) && before.length > 1 ? [one] : [];
    this.picked = [...others, ...(before.length ? narrowed : able)];
    return true;
  }

  /** Add a unit, or put it back. */
  toggle(unit: string): boolean {
    if (!this.targetsOf(unit).length) return false;
    this.picked = this.has(unit) ? this.units.filter((one) => one !== unit) : [...this.units, unit];
    return true;
  }

  /** Send units against a hex: into the attack that is being planned on it, else into a new one. False if none can. */
  async at(hex: string, units: string[] = this.units): Promise<boolean> {
    const { walk } = this.session;
    if (walk.chain.some((choice) => choice.odds && choice.token === hex)) {
      for (const unit of units) if (!walk.has(unit)) await walk.click([unit]);
      return true;
    }
    const able = units.filter((unit) => this.targetsOf(unit).includes(hex));
    this.clear();
    return able.length > 0 && walk.strike(hex, able);
  }
}
