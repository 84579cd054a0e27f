/** Giving orders and taking them back: what is sent, what is waited for, what is refused. */

import { Trouble } from "./api";
import type { Session } from "./session.svelte";
import type { Played, SeatState } from "./types";

export interface Sealed {
  words: string[];
  at: Date;
}

export class Orders {
  /** When the order was sent whose answer has not come yet; else 0. */
  waitingSince = $state(0);
  /** What was sealed here last, while the other side still chooses. */
  sealed = $state.raw<Sealed | null>(null);
  private undone: string[][] = [];
  /** How many orders the gesture had that ended at an order. */
  private gestures = new Map<number, number>();

  constructor(private readonly session: Session) {}

  /** Give one order, or several that were one gesture: they are taken back together too. */
  async give(orders: string[][]): Promise<void> {
    const { session } = this;
    if (session.walk.odds) session.battle.declare(session.walk.odds);
    const goal = orders[0]?.at(-1)?.split(".").at(-1) ?? "";
    const sealed = this.sealing();
    let given = 0;
    for (const order of orders) {
      if (!(await this.order(order))) break;
      given++;
    }
    if (given < orders.length) given = await this.takeBack(given);
    else given += await this.formalities();
    if (given > 1) this.gestures.set(this.number, given);
    if (sealed && given && !session.state?.decision) this.sealed = sealed;
    this.undone = [];
    if (session.board?.byLabel.has(goal)) session.hex = goal;
  }

  /** What leaves nothing to decide is answered for the player; it is taken back along with what led to it. */
  async formalities(): Promise<number> {
    const { session } = this;
    let answered = 0;
    for (;;) {
      const order = session.mine ? session.state?.decision?.foregone : undefined;
      if (!order?.length || !(await this.order([...order]))) return answered;
      answered++;
    }
  }

  /** A gesture is carried out as a whole or not at all; why it was not is told all the same. */
  private async takeBack(given: number): Promise<number> {
    const { walk, place, log } = this.session;
    const { refused } = walk;
    for (let n = 0; n < given; n++) {
      if (!(await this.submit(() => place.undo(this.number), (state) => log.takeBack(state)))) return given - n;
    }
    walk.refused = refused;
    return 0;
  }

  async undo(): Promise<void> {
    const { session } = this;
    const count = this.gestures.get(this.number) ?? 1;
    for (let n = 0; n < count && session.state?.can_undo; n++) {
      const last = session.log.lines.at(-1)?.order;
      const taken = await this.submit(() => session.place.undo(this.number), (state) => session.log.takeBack(state));
      if (!taken) return;
      if (last) this.undone.push([...last]);
    }
  }

  async redo(): Promise<void> {
    const order = this.undone.pop();
    if (order) await this.order(order);
  }

  private get number(): number {
    return this.session.state?.number ?? 0;
  }

  private order(order: string[]): Promise<boolean> {
    const { session } = this;
    return this.submit(() => session.place.order(this.number, order), (state) => session.log.follow(state));
  }

  /** What the order being given will be as an envelope, if it is sealed. */
  private sealing(): Sealed | null {
    const { chain } = this.session.walk;
    return chain.at(-1)?.commits === "secret" ? { words: chain.map((choice) => choice.label), at: new Date() } : null;
  }

  private async submit(ask: () => Promise<Played>, read: (state: SeatState) => Promise<void>): Promise<boolean> {
    const { session } = this;
    this.waitingSince = Date.now();
    session.notice = "";
    try {
      const played = await ask();
      session.news.own(played.events);
      session.battle.hear(played.events);
      session.take(played.state);
      await read(played.state);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.waitingSince = 0;
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof Trouble)) throw error;
    const { session } = this;
    if (error.code === "stale") {
      session.notice = "The game has moved on, and that order is no longer possible. Choose again.";
      const { state } = error.extra as { state?: SeatState };
      if (!state) return void session.look();
      session.take(state);
      void session.log.follow(state);
    } else if (error.code === "illegal") {
      session.walk.refuse(error);
    } else {
      session.notice = error.offline ? "No answer from the server. You will see whether your order arrived when the connection is back." : error.message;
      session.walk.clear();
    }
  }
}
