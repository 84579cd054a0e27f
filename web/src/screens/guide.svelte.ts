/** Where a guided first game stands: the first step not yet passed whose moment is now. Steps are data of the game. */

import type { Session } from "../lib/session.svelte";
import type { Guide, GuideStep, Moment } from "../lib/types";

export class GuideWalk {
  private passed = $state.raw<number[]>([]);

  constructor(
    private session: Session,
    private guide: Guide,
    private key: string,
  ) {
    this.passed = recall(key);
  }

  /** "3 of 18": how far the player has come. */
  get progress(): string {
    return `${Math.min(this.passed.length + 1, this.count)} of ${this.count}`;
  }

  private get count(): number {
    return this.guide.step.length;
  }

  /** The number of the step; -1 while there is nothing to say. */
  private number = $derived.by(() => this.guide.step.findIndex((step, n) => !this.passed.includes(n) && this.isNow(step)));

  get step(): GuideStep | undefined {
    return this.guide.step[this.number];
  }

  get last(): boolean {
    return this.number === this.count - 1;
  }

  /** Whether what the step waits for has happened. */
  get done(): boolean {
    return !!this.step?.until?.some((moment) => holds(this.session, moment));
  }

  pass(): void {
    this.passed = [...this.passed, this.number];
    sessionStorage.setItem(this.key, JSON.stringify(this.passed));
  }

  private isNow(step: GuideStep): boolean {
    return !step.when?.length || step.when.some((moment) => holds(this.session, moment));
  }
}

function recall(key: string): number[] {
  return JSON.parse(sessionStorage.getItem(key) ?? "[]") as number[];
}

/** All that a moment names must hold at once. */
function holds(session: Session, moment: Moment): boolean {
  const { verb, order, times = 1, event, picked, shows, over } = moment;
  const state = session.state;
  if (verb && !state?.decision?.choices.some((choice) => choice.token === verb)) return false;
  if (order && session.log.lines.filter((line) => line.side === state?.side && line.order[0] === order).length < times) return false;
  if (event && !session.log.lines.some((line) => line.events.some((one) => one.kind === event))) return false;
  if (picked && !session.walk.has(picked)) return false;
  if (shows && !SHOWN[shows](session)) return false;
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
};
