/** What the other side could do to a hex, and what it would be without some of its units or with its support. */

import { Trouble, type Place } from "./api";
import type { OddsReport } from "./types";

export class Threat {
  report = $state.raw<OddsReport | null>(null);
  hex = $state("");
  leftOut = $state.raw<string[]>([]);
  private after: string[][] = [];
  private support: Record<string, number> = {};

  constructor(
    private readonly place: () => Place,
    private readonly complain: (text: string) => void,
  ) {}

  /** As things are, or when orders had been given. */
  async ask(hex: string, after: string[][] = []): Promise<void> {
    [this.hex, this.after, this.leftOut, this.support] = [hex, after, [], {}];
    try {
      this.report = await this.place().threat(hex, after.length ? { after } : {});
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      return this.complain(error.message);
    }
    if (!this.report) this.complain(`As far as you can see, they cannot attack ${hex} next turn.`);
  }

  /** Ask again without some of their units, or with support added. */
  async askIf(change: { without?: string[]; support?: Record<string, number> }): Promise<void> {
    this.leftOut = change.without ?? this.leftOut;
    this.support = { ...this.support, ...change.support };
    const how = { after: this.after, without: this.leftOut, support: this.support };
    this.report = (await this.place().threat(this.hex, how).catch(() => null)) ?? this.report;
  }

  close(): void {
    this.report = null;
  }
}
