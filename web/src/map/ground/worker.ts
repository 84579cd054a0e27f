/** The worker that paints: it is told the ink once for every theme, then which pictures are wanted. */

import type { Ink } from "./ink";
import { Painter, type View } from "./painter";

export type Order = { ink: Ink } | { view: View; id: number };
export interface Picture {
  id: number;
  bitmap: ImageBitmap;
}

const scope = self as unknown as Worker;
let painter: Painter | null = null;

scope.onmessage = ({ data }: MessageEvent<Order>) => {
  if ("ink" in data) painter = new Painter(data.ink);
  else if (painter) {
    const bitmap = painter.picture(data.view);
    scope.postMessage({ id: data.id, bitmap } satisfies Picture, [bitmap]);
  }
};
