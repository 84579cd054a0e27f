/** The part of the map on the screen. Panning and zooming change one transform and nothing else. */

import type { Board } from "./geometry";

/** What of the map lies under a panel, in pixels from the edges. */
export interface Cover {
  right?: number;
  bottom?: number;
}

export class Camera {
  x = $state(0);
  y = $state(0);
  k = $state(1);
  width = $state(1);
  height = $state(1);
  moving = $state(false);
  /** Whether the scale changes too. */
  zooming = $state(false);
  /** The scale when the map last stood still: what depends on it changes only then. */
  restK = $state(1);
  private rest = 0;

  /** The least and the greatest scale: the whole map, and counters of 140 px. */
  limits(board: Board): [number, number] {
    const whole = Math.min(this.width / board.width, this.height / board.height);
    return [Math.min(1, whole) * 0.9, 3.2];
  }

  fit(board: Board): void {
    this.k = Math.min(this.width / board.width, this.height / board.height);
    this.centre(board.width / 2, board.height / 2);
  }

  /** A first look: large enough to read counters, around what matters. */
  start(board: Board, x: number, y: number): void {
    this.k = Math.max(1, Math.min(1.25, this.width / board.width));
    this.centre(x, y);
    this.keep(board);
    this.settle();
  }

  centre(x: number, y: number): void {
    this.x = this.width / 2 - x * this.k;
    this.y = this.height / 2 - y * this.k;
    this.settle();
  }

  pan(dx: number, dy: number, board: Board): void {
    this.x += dx;
    this.y += dy;
    this.keep(board);
    this.stir();
  }

  /** Zoom around a point of the screen. */
  zoom(factor: number, px: number, py: number, board: Board): void {
    const [least, most] = this.limits(board);
    const k = Math.min(most, Math.max(least, this.k * factor));
    this.x = px - ((px - this.x) * k) / this.k;
    this.y = py - ((py - this.y) * k) / this.k;
    this.k = k;
    this.keep(board);
    this.zooming = true;
    this.stir();
  }

  /** Where the corner of the map is drawn: on a whole pixel, which is sharper and cheaper than between two. */
  get left(): number {
    return whole(this.x);
  }

  get top(): number {
    return whole(this.y);
  }

  world(px: number, py: number): [number, number] {
    return [(px - this.x) / this.k, (py - this.y) / this.k];
  }

  screen(x: number, y: number): [number, number] {
    return [x * this.k + this.x, y * this.k + this.y];
  }

  /** Bring a place into view, only if it lies outside the middle of the screen. */
  show(x: number, y: number, board: Board): void {
    const [sx, sy] = this.screen(x, y);
    const inside = (v: number, size: number) => v > size * 0.15 && v < size * 0.85;
    if (inside(sx, this.width) && inside(sy, this.height)) return;
    this.centre(x, y);
    this.keep(board);
    this.settle();
  }

  /** Where the map was before. */
  go(x: number, y: number, k: number): void {
    [this.x, this.y, this.k] = [x, y, k];
    this.settle();
  }

  /** Pan no farther than needed for a place to be clear of the edges, and of a panel that covers some of the map. */
  reveal(x: number, y: number, cover: Cover, board: Board, most = 150): void {
    const [sx, sy] = this.screen(x, y);
    const [dx, dy] = [outside(sx, this.width - (cover.right ?? 0), most), outside(sy, this.height - (cover.bottom ?? 0), most)];
    if (!dx && !dy) return;
    this.x -= dx;
    this.y -= dy;
    this.keep(board);
    this.settle();
  }

  private keep(board: Board): void {
    const margin = 0.4;
    const clamp = (v: number, size: number, map: number) =>
      Math.min(size * margin, Math.max(size * (1 - margin) - map * this.k, v));
    this.x = clamp(this.x, this.width, board.width);
    this.y = clamp(this.y, this.height, board.height);
  }

  private stir(): void {
    this.moving = true;
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.settle(), 180);
  }

  private settle(): void {
    clearTimeout(this.rest);
    [this.x, this.y] = [this.left, this.top];
    this.restK = this.k;
    this.moving = this.zooming = false;
  }
}

/** How far a point lies outside the middle of a screen of this size; 0 within it. The edge is so wide at most. */
function outside(at: number, size: number, most: number): number {
  const edge = Math.min(most, size / 4);
  return at < edge ? at - edge : at > size - edge ? at - (size - edge) : 0;
}

function whole(length: number): number {
  return Math.round(length * devicePixelRatio) / devicePixelRatio;
}
