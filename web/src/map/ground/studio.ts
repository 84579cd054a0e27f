/** Where pictures of the ground are ordered. One is painted at a time; of those still waiting only the newest of a kind counts. */

import { readInk } from "./ink";
import type { View } from "./painter";
import type { Order, Picture } from "./worker";

type Kind = "whole" | "near";
interface Wish {
  view: View;
  done: (bitmap: ImageBitmap) => void;
}

export class Studio {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private readonly wishes = new Map<Kind, Wish>();
  private busy: ((bitmap: ImageBitmap) => void) | null = null;
  private edition = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Picture>) => {
      const done = this.busy;
      this.busy = null;
      if (data.id === this.edition) done?.(data.bitmap);
      else data.bitmap.close();
      this.next();
    };
  }

  /** A drawing, in the colours of now; pictures of another edition are thrown away. */
  open(drawing: string): void {
    this.edition++;
    this.wishes.clear();
    this.send({ ink: readInk(drawing) });
  }

  paint(kind: Kind, view: View, done: (bitmap: ImageBitmap) => void): void {
    if (!this.edition) return;
    this.wishes.set(kind, { view, done });
    this.next();
  }

  close(): void {
    this.worker.terminate();
  }

  /** What is near comes before the whole. */
  private next(): void {
    const kind = this.wishes.has("near") ? "near" : "whole";
    const wish = this.wishes.get(kind);
    if (this.busy || !wish) return;
    this.wishes.delete(kind);
    this.busy = wish.done;
    this.send({ view: wish.view, id: this.edition });
  }

  private send(order: Order): void {
    this.worker.postMessage(order);
  }
}
