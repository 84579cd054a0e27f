/** The line to the service, by which it announces what is new; when it breaks, it is taken up again. */

import type { Place } from "./api";
import type { Announced } from "./types";

/** What the service closes the line with where there is no seat or game any more. */
const UNKNOWN = 4404;
const LONGEST = 15000;

interface Listener {
  /** Something was announced. */
  hear(message: Announced): void;
  /** The line is back; who knows what was missed. */
  back(): void;
  /** There is nothing to listen to any more. */
  lost(text: string): void;
}

export class Line {
  /** When the next attempt comes; 0 while the line is up. */
  retryAt = $state(0);
  private socket: WebSocket | null = null;
  private closed = false;
  private tries = 0;

  constructor(
    private readonly place: () => Place,
    private readonly listener: Listener,
  ) {}

  open(): void {
    const socket = (this.socket = this.place().updates());
    socket.onopen = () => {
      if (this.retryAt) this.listener.back();
      [this.retryAt, this.tries] = [0, 0];
    };
    socket.onmessage = (message) => this.listener.hear(JSON.parse(String(message.data)) as Announced);
    socket.onclose = (event) => this.broken(event);
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private broken(event: CloseEvent): void {
    if (this.closed) return;
    if (event.code === UNKNOWN) {
      const replaced = event.reason === "unknown_seat";
      return this.listener.lost(replaced ? "The link was replaced by its owner, or the game was deleted." : "The game was deleted.");
    }
    const wait = Math.min(LONGEST, 1000 * 2 ** this.tries++);
    this.retryAt = Date.now() + wait;
    setTimeout(() => !this.closed && this.open(), wait);
  }
}
