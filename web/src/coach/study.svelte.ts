/** A study of the service that is followed: begun, looked at now and then, stopped. */

import { Trouble, type Place } from "../lib/api";
import type { Progress } from "../lib/types";

/** Milliseconds between two looks at how far it is. */
const GLANCE = 700;

export class Study {
  progress = $state.raw<Progress | null>(null);
  trouble = $state("");
  private timer = 0;
  private closed = false;
  private doors: ReturnType<Place["study"]> | null = null;

  get working(): boolean {
    return this.progress?.state === "working";
  }

  /** Begin it, or take up one that is under way. */
  async begin(doors: ReturnType<Place["study"]>): Promise<void> {
    this.leave();
    [this.doors, this.closed, this.progress] = [doors, false, null];
    await this.follow(doors.begin);
  }

  /** Nobody here wants it any more. */
  async stop(): Promise<void> {
    const { doors } = this;
    this.leave();
    if (doors) await this.take(doors.drop);
  }

  /** Look no more; it goes on for whoever comes back. */
  leave(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async follow(door: () => Promise<Progress>): Promise<void> {
    await this.take(door);
    const { doors } = this;
    if (doors && !this.closed && (this.working || !this.progress)) this.timer = window.setTimeout(() => void this.follow(doors.look), GLANCE);
  }

  private async take(door: () => Promise<Progress>): Promise<void> {
    try {
      [this.progress, this.trouble] = [await door(), ""];
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.trouble = error.message;
      if (!error.offline) this.closed = true; // a line that breaks is taken up again
    }
  }
}
