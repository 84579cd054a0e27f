/** Advice while playing: what the staff would do, what is in danger, how the chance to win goes, how it would end. */

import { untrack } from "svelte";
import { Trouble } from "../lib/api";
import type { Session } from "../lib/session.svelte";
import type { Course, Danger, Prospect } from "../lib/types";
import { Study } from "./study.svelte";

export class Coach {
  course = $state.raw<Course | null>(null);
  asking = $state(false);
  dangers = $state.raw<Danger[]>([]);
  /** Whether dangers are shown, and the chance to win; both are asked for anew after each order. */
  watching = $state(false);
  measuring = $state(false);
  prospects = $state.raw<Prospect[]>([]);
  trouble = $state("");
  readonly endings = new Study();
  /** After how many orders the games begin that are played to their end. */
  from = $state(-1);
  private known = "";

  constructor(private readonly session: Session) {}

  /** Whether there is anything to ask: in a game with advice, or in one that is over. */
  get on(): boolean {
    const match = this.session.state?.match;
    return !!match && (match.over || (match.coach && !!this.session.secret));
  }

  /** Whether advice can be asked for now. */
  get canAsk(): boolean {
    const { session } = this;
    return !!session.secret && !!session.state?.match.coach && !session.state.match.over && session.mine;
  }

  /** The moment that is shown: games are played on from there. */
  get moment(): number {
    return this.session.shown?.at ?? 0;
  }

  /** A new position: what was advised before is out of date. */
  follow(): void {
    const { state } = this.session;
    const now = state && this.session.board ? `${state.match.id} ${state.side} ${state.number} ${state.rewrites} ${!!state.decision}` : "";
    if (!now || now === this.known) return;
    this.known = now;
    untrack(() => {
      [this.course, this.dangers, this.trouble] = [null, [], ""];
      if (this.watching) void this.look();
      if (this.measuring) void this.measure();
    });
  }

  close(): void {
    this.endings.leave();
  }

  async ask(): Promise<void> {
    this.asking = true;
    await this.answered(this.session.place.advice, (course) => (this.course = course));
    this.asking = false;
  }

  forget(): void {
    this.course = null;
  }

  toggleDangers(): void {
    this.watching = !this.watching;
    this.dangers = [];
    if (this.watching) void this.look();
  }

  toggleChance(): void {
    this.measuring = !this.measuring;
    if (this.measuring) void this.measure();
  }

  async playOn(): Promise<void> {
    const { session } = this;
    this.from = this.moment;
    await this.endings.begin(session.place.study("endings", this.from));
  }

  private async look(): Promise<void> {
    if (this.canAsk) await this.answered(this.session.place.dangers, (dangers) => (this.dangers = dangers));
  }

  private async measure(): Promise<void> {
    if (this.session.state?.match.over) return;
    await this.answered(this.session.place.prospects, (prospects) => (this.prospects = prospects));
  }

  /** An answer to what was asked of this position; one that comes too late is dropped. */
  private async answered<T>(door: () => Promise<T>, take: (answer: T) => void): Promise<void> {
    const { known } = this;
    try {
      const answer = await door();
      if (known === this.known) take(answer);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (known === this.known) this.trouble = error.message;
    }
  }
}
