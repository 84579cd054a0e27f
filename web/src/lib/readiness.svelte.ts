/** What each unit can still do: what it has left to move, and whom it could attack as it stands; and the filter by which
the next unit is looked for. */

import { Trouble } from "./api";
import type { Session } from "./session.svelte";
import type { Engagement, Mobility } from "./types";

export type Filter = "fresh" | "begun" | "attack";

export interface Sieve {
  id: Filter;
  title: string;
  units: string[];
}

const TITLES: Record<Filter, string> = { fresh: "Not moved", begun: "Partly moved", attack: "Can attack" };

export class Readiness {
  /** The filter that is on; none lets every unit through that can act. */
  filter = $state<Filter | "">("");
  private engaged = $state.raw<Engagement[]>([]);

  constructor(private readonly session: Session) {}

  mobility = $derived.by(() => new Map((this.session.mine ? (this.session.state?.decision?.mobility ?? []) : []).map((one) => [one.unit, one])));

  /** Whom each unit could attack as it stands. */
  engagements = $derived.by(() => {
    const found = new Map<string, string[]>();
    for (const { hex, units } of this.session.mine ? this.engaged : []) {
      for (const unit of units) found.set(unit, [...(found.get(unit) ?? []), hex]);
    }
    return found;
  });

  /** The filters that let anybody through, with those that they let through. */
  sieves = $derived.by<Sieve[]>(() => {
    const found = (["fresh", "begun", "attack"] as const).map((id) => ({ id, title: TITLES[id], units: this.through(id) }));
    return found.filter((sieve) => sieve.units.length);
  });

  /** Who is let through now: the units that `N` goes to, in turn. */
  wanted = $derived.by<string[]>(() => {
    const sifted = this.sieves.find((sieve) => sieve.id === this.filter)?.units ?? this.onMap([...this.able]);
    return sifted.length ? sifted : this.through("attack");
  });
  /** The units with which an order can begin, whatever is being ordered now. */
  private able = $derived.by(() => {
    const first = (this.session.mine ? (this.session.state?.decision?.choices ?? []) : []).filter((verb) => verb.kind !== "back").flatMap((verb) => verb.next ?? []);
    return new Set(first.filter((choice) => choice.kind === "unit").map((choice) => choice.token));
  });
  /** The units to be lit on the map while a filter is on. */
  lit = $derived.by(() => new Set(this.sieves.find((sieve) => sieve.id === this.filter)?.units ?? []));

  /** What a unit has left, where that is not simply what its counter says. */
  partly(unit: string): Mobility | undefined {
    const found = this.mobility.get(unit);
    return found?.left && !found.full ? found : undefined;
  }

  toggle(filter: Filter): void {
    this.filter = this.filter === filter ? "" : filter;
  }

  /** A new question: who could attack is asked anew. A broken line costs the filter and nothing else. */
  async follow(): Promise<void> {
    const { session } = this;
    const { decision } = session.state ?? {};
    const fights = decision?.choices.some((verb) => verb.next?.some((choice) => choice.odds));
    if (!decision || !session.secret || !(fights || decision.mobility.length)) {
      this.engaged = [];
      return;
    }
    try {
      const found = await session.place.engagements();
      if (session.state?.decision === decision) this.engaged = found;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.engaged = [];
    }
  }

  private through(filter: Filter): string[] {
    if (filter === "attack") return this.onMap([...this.engagements.keys()]);
    return this.onMap([...this.mobility.values()].filter((one) => one.state === filter).map((one) => one.unit));
  }

  private onMap(units: string[]): string[] {
    return units.filter((id) => this.session.board?.byLabel.has(this.session.units.get(id)?.at ?? ""));
  }
}
