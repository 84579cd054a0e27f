/** Light places on the map and bring them into view: all of them if they fit, else the first. */

import type { Table } from "./screen.svelte";

export function showPlaces({ session, camera, screen }: Table, places: readonly string[]): void {
  session.lit = new Set(places);
  const { board } = session;
  const spots = places.map((place) => board?.spot(session.units.get(place)?.at ?? place) ?? null).filter((spot) => spot !== null);
  const [first] = spots;
  if (!board || !first) return;
  if (screen.phone) screen.panel = "";
  if (spots.some(([x, y]) => within(camera.screen(x, y), camera.width, camera.height))) return;
  camera.reveal(first[0], first[1], {}, board);
}

function within([x, y]: [number, number], width: number, height: number): boolean {
  return x > 60 && x < width - 60 && y > 40 && y < height - 40;
}
