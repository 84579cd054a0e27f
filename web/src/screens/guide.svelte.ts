/** Where a guided first game stands: the first step not yet passed whose moment is now. Steps are data of the game. */

import type { Session } from "../lib/session.svelte";
import type { Guide, GuideStep, Moment } from "../lib/types";

export class GuideWalk {
  private passed = $state.raw<number[]>([]);
  /** How many of the passed steps one has gone back to read. */
  private back = $state(0);

  constructor(
    private session: Session,
    private guide: Guide,
    private key: string,
  ) {
    this.passed = recall(key) ?? [];
  }

  /** Whether this game was begun with its guide in this browser. */
  static known(key: string): boolean {
    return recall(key) !== null;
  }

  /** "3 of 18": how far the player has come. Steps whose moment never came are behind as well. */
  get progress(): string {
    const far = this.back ? this.shownAt + 1 : this.far;
    return `${Math.min(far, this.count)} of ${this.count}`;
  }

  /** The number of the farthest step that was shown, from one. */
  get far(): number {
    return Math.min(Math.max(this.number, ...this.passed) + 1, this.count);
  }

  get count(): number {
    return this.guide.step.length;
  }

  /** The number of the step whose turn it is; -1 while there is nothing to say. */
  private number = $derived.by(() => this.guide.step.findIndex((step, n) => !this.passed.includes(n) && this.isNow(step)));

  private get shownAt(): number {
    return this.back ? (this.passed.at(-this.back) ?? -1) : this.number;
  }

  get step(): GuideStep | undefined {
    return this.guide.step[this.shownAt];
  }

  get last(): boolean {
    return this.shownAt === this.count - 1;
  }

  /** Whether one reads an earlier step once more. */
  get reading(): boolean {
    return this.back > 0;
  }

  get hasEarlier(): boolean {
    return this.back < this.passed.length;
  }

  /** Whether what the step waits for has happened. */
  get done(): boolean {
    return !!this.guide.step[this.number]?.until?.some((moment) => holds(this.session, moment));
  }

  earlier(): void {
    if (this.hasEarlier) this.back++;
  }

  /** To the step after the one that is shown. */
  next(): void {
    if (this.back) this.back--;
    else this.pass();
  }

  pass(): void {
    if (this.number < 0) return;
    this.passed = [...this.passed, this.number];
    this.back = 0;
    this.keep();
  }

  /** From now on this game is known to have been begun with its guide. */
  keep(): void {
    localStorage.setItem(this.key, JSON.stringify(this.passed));
  }

  private isNow(step: GuideStep): boolean {
    return !step.when?.length || step.when.some((moment) => holds(this.session, moment));
  }
}

function recall(key: string): number[] | null {
  const kept = localStorage.getItem(key);
  return kept ? (JSON.parse(kept) as number[]) : null;
}

/** All that a moment names must hold at once. */
function holds(session: Session, moment: Moment): boolean {
  const { verb, order, times = 1, event, picked, shows, over, turn } = moment;
  const state = session.state;
  if (verb && !state?.decision?.choices.some((choice) => choice.token === verb)) return false;
  if (order && session.log.lines.filter((line) => line.side === state?.side && line.order[0] === order).length < times) return false;
  if (event && !session.log.lines.some((line) => line.events.some((one) => one.kind === event))) return false;
  if (picked && !session.walk.has(picked)) return false;
  if (shows && !SHOWN[shows](session)) return false;
  if (turn != null && (state?.view.turn ?? -1) < turn) return false;
  return !over || !!state?.match.over;
}

const SHOWN: Record<NonNullable<Moment["shows"]>, (session: Session) => boolean> = {
  "": () => true,
  hex: (session) => session.hex !== "",
  odds: (session) => session.walk.odds !== null,
  refusal: (session) => session.walk.refused !== null,
  stack: (session) => session.walk.together.units.length > 0,
  dice: (session) => session.news.result.length > 0,
  reply: (session) => session.news.reply !== null,
  past: (session) => session.time.past !== null,
};
