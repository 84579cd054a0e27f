/** Waiting for a service that does not answer: asking again, ever more seldom, and at once when the connection is back. */

import { Trouble } from "./api";

const LONGEST = 15000;

export class Patience {
  /** When it is asked again; 0 while there is an answer. */
  retryAt = $state(0);
  private wake: (() => void) | null = null;

  /** What is asked for, as soon as anybody answers. */
  async until<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await ask();
        this.retryAt = 0;
        return answer;
      } catch (error) {
        if (!(error instanceof Trouble && error.offline)) throw error;
        await this.pause(Math.min(LONGEST, 1000 * 2 ** tries));
      }
    }
  }

  /** Ask now. */
  hurry(): void {
    this.wake?.();
  }

  private async pause(wait: number): Promise<void> {
    this.retryAt = Date.now() + wait;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, wait);
      addEventListener("online", () => resolve(), { once: true });
    });
    this.wake = null;
  }
}
