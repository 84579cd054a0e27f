/** What the other side could do to a stack where it is about to go: asked of a goal on which the pointer rests. */

import { untrack } from "svelte";
import { Trouble } from "./api";
import type { Session } from "./session.svelte";
import { goalOf } from "./together.svelte";
import type { OddsReport } from "./types";

/** So long the pointer rests on a goal before it is asked, in milliseconds. */
const REST = 350;

export class Outlook {
  /** The goal that was asked about last, for as long as the same move is ordered. */
  hex = $state("");
  report = $state.raw<OddsReport | null>(null);
  asking = $state(false);
  private orders: string[][] = [];
  private move = "";
  private timer = 0;
  private visit = 0;

  constructor(private readonly session: Session) {}

  /** The pointer is on a hex; the answer stays until another goal is pointed at. */
  rest(hex: string): void {
    clearTimeout(this.timer);
    const { session } = this;
    const move = [...session.walk.prefix, ...session.walk.together.units, ...session.walk.ways].join(" ");
    if (move !== this.move) {
      untrack(() => this.forget());
      this.move = move;
    }
    const goal = session.secret && session.mine ? session.walk.goalAt(hex) : undefined;
    if (!goal?.completes || !session.state?.decision?.mobility.length) return;
    const orders = session.walk.ordersTo(goal);
    if (JSON.stringify(orders) !== JSON.stringify(this.orders)) this.timer = window.setTimeout(() => void this.ask(goalOf(goal), orders), REST);
  }

  /** Open the whole arithmetic. */
  open(): void {
    void this.session.threat.ask(this.hex, this.orders);
  }

  forget(): void {
    clearTimeout(this.timer);
    this.visit++;
    [this.hex, this.report, this.orders, this.asking] = ["", null, [], false];
  }

  private async ask(hex: string, orders: string[][]): Promise<void> {
    const visit = ++this.visit;
    [this.hex, this.orders, this.report, this.asking] = [hex, orders, null, true];
    try {
      const report = await this.session.place.threat(hex, { after: orders });
      if (visit === this.visit) [this.report, this.asking] = [report, false];
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (visit === this.visit) this.forget(); // the move may end in a die: nobody can look behind that
    }
  }
}
