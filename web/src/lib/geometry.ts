/** Where the hexes lie: corners, neighbours by place, outlines of areas. Pure drawing, no rules. */

import type { Hex, MapFacts } from "./types";

export type Point = [number, number];

export class Board {
  readonly byLabel = new Map<string, Hex>();
  readonly names = new Map<string, string>();
  readonly width: number;
  readonly height: number;
  readonly hex: number;
  private readonly byPlace = new Map<string, string>();
  private readonly angles: number[];

  constructor(readonly facts: MapFacts) {
    [this.width, this.height] = facts.size;
    this.hex = facts.scale;
    const first = facts.orientation === "flat" ? -90 : -60;
    this.angles = [0, 1, 2, 3, 4, 5].map((k) => ((first + 60 * k) * Math.PI) / 180);
    for (const hex of facts.hexes) {
      this.byLabel.set(hex.label, hex);
      this.byPlace.set(key(hex.x, hex.y), hex.label);
    }
    for (const place of facts.places) if (!this.names.has(place.hex)) this.names.set(place.hex, place.name);
  }

  centre(label: string): Point | null {
    const hex = this.byLabel.get(label);
    return hex ? [hex.x, hex.y] : null;
  }

  /** The hex whose centre is nearest, if the point lies on it. */
  at(x: number, y: number): string | null {
    let best: string | null = null;
    let nearest = (this.hex * 0.58) ** 2;
    for (const hex of this.facts.hexes) {
      const distance = (hex.x - x) ** 2 + (hex.y - y) ** 2;
      if (distance < nearest) [nearest, best] = [distance, hex.label];
    }
    return best;
  }

  /** The hex on side k (clockwise from the top, or from the upper right), wherever the data lists it. */
  beside(label: string, k: number): string | null {
    const hex = this.byLabel.get(label);
    const angle = this.angles[k];
    if (!hex || angle === undefined) return null;
    const [x, y] = [hex.x + this.hex * Math.cos(angle), hex.y + this.hex * Math.sin(angle)];
    for (const dx of [0, -1, 1]) {
      for (const dy of [0, -1, 1]) {
        const found = this.byPlace.get(key(x + dx, y + dy));
        if (found) return found;
      }
    }
    return null;
  }

  private corner(label: string, k: number, size = 1): Point {
    const hex = this.byLabel.get(label) as Hex;
    const angle = (this.angles[k % 6] as number) - Math.PI / 6;
    const radius = (this.hex / Math.sqrt(3)) * size;
    return [hex.x + radius * Math.cos(angle), hex.y + radius * Math.sin(angle)];
  }

  /** A hexagon as a path. */
  shape(label: string, size = 1): string {
    if (!this.byLabel.has(label)) return "";
    return `M${[0, 1, 2, 3, 4, 5].map((k) => words(this.corner(label, k, size))).join("L")}Z`;
  }

  /** The line around an area; with `but`, only where it does not run along hexes of that one. */
  outline(labels: Set<string>, but?: Set<string>): string {
    let path = "";
    for (const label of labels) {
      if (!this.byLabel.has(label) || but?.has(label)) continue;
      for (let k = 0; k < 6; k++) {
        const other = this.beside(label, k);
        if (other && labels.has(other)) continue;
        path += `M${words(this.corner(label, k))}L${words(this.corner(label, k + 1))}`;
      }
    }
    return path;
  }

  /** Side k of a hex, as its two corners. */
  side(label: string, k: number): [Point, Point] {
    return [this.corner(label, k), this.corner(label, k + 1)];
  }

  area(labels: Iterable<string>): string {
    return [...labels].map((label) => this.shape(label)).join("");
  }

  /** The hexside between two neighbours, "1512/1513", as its two corners; null if they are none. */
  hexside(at: string): [Point, Point] | null {
    const [a = "", b = ""] = at.split("/");
    const k = [0, 1, 2, 3, 4, 5].find((side) => this.beside(a, side) === b);
    return k === undefined ? null : this.side(a, k);
  }

  /** The middle of a hex, or of a hexside. */
  spot(at: string): Point | null {
    if (!at.includes("/")) return this.centre(at);
    const ends = this.hexside(at);
    return ends ? [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2] : null;
  }

  line(labels: string[]): string {
    const points = labels.map((label) => this.centre(label)).filter((point) => point !== null);
    return points.length ? `M${points.map(words).join("L")}` : "";
  }

  /** A hex in words: number, name, ground. */
  words(label: string): string {
    const name = this.names.get(label);
    return [name ? `${label} ${name}` : label, this.ground(label)].filter(Boolean).join(", ");
  }

  /** The terrain of a hex in words. */
  ground(label: string): string {
    const hex = this.byLabel.get(label);
    if (!hex) return "";
    return (this.facts.terrain?.[hex.terrain] ?? hex.terrain.replaceAll("_", " ")).toLowerCase();
  }
}

function key(x: number, y: number): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

function words([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
