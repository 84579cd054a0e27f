/** Paints a part of the map on a canvas, at any scale. Runs in a worker: the page stays free meanwhile. */

import type { Ink, Item, Paint, Run } from "./ink";

/** What is wanted: `k` pixels for a unit of the drawing, the pixel where its corner lies, and the size of the picture. */
export interface View {
  k: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** A layer that is left out, and one that steps back. */
  hidden: string;
  faint: string;
}

type Canvas = OffscreenCanvasRenderingContext2D;

export class Painter {
  private readonly clips: { path: Path2D; rule: CanvasFillRule }[];
  private readonly outlines: (Path2D | null)[];

  constructor(private readonly ink: Ink) {
    this.clips = ink.clips.map(({ d, rule }) => ({ path: new Path2D(d), rule }));
    this.outlines = ink.items.map((item) => (item.d ? new Path2D(item.d) : null));
  }

  picture(view: View): ImageBitmap {
    const canvas = new OffscreenCanvas(view.width, view.height);
    const context = canvas.getContext("2d", { alpha: false }) as Canvas;
    context.setTransform(view.k, 0, 0, view.k, view.x, view.y);
    let clips = "";
    context.save();
    this.ink.items.forEach((item, n) => {
      if (view.hidden && item.layer === view.hidden) return;
      if (item.clips.join() !== clips) {
        clips = item.clips.join();
        context.restore();
        context.save();
        for (const clip of item.clips) this.clipTo(context, clip);
      }
      const strength = view.faint && item.layer === view.faint ? 0.5 : 1;
      paintItem(context, item, this.outlines[n] ?? null, { view, strength });
    });
    context.restore();
    return canvas.transferToImageBitmap();
  }

  private clipTo(context: Canvas, number: number): void {
    const clip = this.clips[number];
    if (clip) context.clip(clip.path, clip.rule);
  }
}

interface How {
  view: View;
  strength: number;
}

function paintItem(context: Canvas, item: Item, outline: Path2D | null, how: How): void {
  const moved = item.move;
  if (moved) {
    context.save();
    context.transform(...moved);
  }
  takePens(context, item.paint);
  if (outline) paintShape(context, item.paint, outline, how.strength);
  else paintLetters(context, item, how);
  if (moved) context.restore();
}

function takePens(context: Canvas, paint: Paint): void {
  if (paint.fill !== "none") context.fillStyle = paint.fill;
  if (paint.stroke === "none") return;
  context.strokeStyle = paint.stroke;
  context.lineWidth = paint.width;
  context.lineCap = paint.cap;
  context.lineJoin = paint.join;
  context.setLineDash(paint.dashes);
  context.lineDashOffset = paint.offset;
}

function paintShape(context: Canvas, paint: Paint, outline: Path2D, strength: number): void {
  if (paint.fill !== "none") {
    context.globalAlpha = paint.fillOpacity * strength;
    context.fill(outline, paint.rule);
  }
  if (paint.stroke !== "none" && paint.width > 0) {
    context.globalAlpha = paint.strokeOpacity * strength;
    context.stroke(outline);
  }
}

/** The halo lies under the letters. */
function paintLetters(context: Canvas, item: Item, { view, strength }: How): void {
  const { paint, letters } = item;
  const runs = (item.runs ?? []).filter((run) => inSight(run, item, view));
  if (!letters || !runs.length) return;
  context.font = letters.font;
  context.textAlign = letters.align;
  if (paint.stroke !== "none" && paint.width > 0) {
    context.globalAlpha = paint.strokeOpacity * strength;
    for (const run of runs) turned(context, run, () => context.strokeText(run.text, 0, 0));
  }
  context.globalAlpha = paint.fillOpacity * strength;
  for (const run of runs) turned(context, run, () => context.fillText(run.text, 0, 0));
  if (letters.underlined) for (const run of runs) underline(context, run);
}

/** Lettering far outside the picture is left out; lines are cut by the canvas itself. */
function inSight(run: Run, item: Item, view: View): boolean {
  const [dx, dy] = item.move ? [item.move[4], item.move[5]] : [0, 0];
  const [x, y, far] = [(run.x + dx) * view.k + view.x, (run.y + dy) * view.k + view.y, 300 * view.k];
  return x > -far && y > -far && x < view.width + far && y < view.height + far;
}

function turned(context: Canvas, { x, y, angle }: Run, act: () => void): void {
  context.save();
  context.translate(x, y);
  if (angle) context.rotate(angle);
  act();
  context.restore();
}

function underline(context: Canvas, { text, x, y }: Run): void {
  const size = context.measureText(text);
  context.fillRect(x - size.actualBoundingBoxLeft, y + 1.6, size.actualBoundingBoxLeft + size.actualBoundingBoxRight, 1);
}
