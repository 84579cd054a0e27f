/** A look at the place that is asked about: the map goes there, and back where it was, unless the player has moved it. */

import type { Camera, Cover } from "./camera.svelte";
import type { Board } from "./geometry";

interface Spot {
  x: number;
  y: number;
  k: number;
}

export class Glance {
  private before: Spot | null = null;
  private left: Spot | null = null;

  constructor(private readonly camera: Camera) {}

  /** Bring hexes into view, beside a panel that covers some of the map. */
  at(hexes: readonly string[], board: Board, cover: Cover = {}): void {
    const centre = board.centre(hexes[0] ?? "");
    if (!centre) return;
    this.before ??= this.spot();
    this.camera.reveal(centre[0], centre[1], cover, board);
    this.left = this.spot();
  }

  /** Back where the map was. */
  back(): void {
    if (this.before && this.left && same(this.left, this.spot())) this.camera.go(this.before.x, this.before.y, this.before.k);
    this.before = this.left = null;
  }

  private spot(): Spot {
    const { x, y, k } = this.camera;
    return { x, y, k };
  }
}

function same(one: Spot, other: Spot): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1 && one.k === other.k;
}
