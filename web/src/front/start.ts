/** Starting a game: who sits where, and where the page goes then. */

import { create, Place, type Created } from "../lib/api";
import { router } from "../lib/router.svelte";
import { remember } from "../lib/settings.svelte";
import type { GameInfo, SeatInfo, Side } from "../lib/types";
import { PREPARE } from "../screens/guide";

/** "you", "friend" (at this screen), "link", or the name of a bot. */
export type Who = string;

export function seatOf(who: Who): SeatInfo {
  if (who === "you" || who === "friend") return { kind: "here" };
  return who === "link" ? { kind: "link" } : { kind: "bot", bot: who };
}

/** Remember the seats of this browser and go to the one that is ours. */
export function enter(created: Created, who: Record<Side, Who>, query: string): void {
  remember(created.id, created.seats);
  const own: Side = who.german === "you" ? "german" : who.allied === "you" ? "allied" : created.seats.german ? "german" : "allied";
  const secret = created.seats[own];
  router.go(secret ? `/s/${secret}${query}` : `/g/${created.id}${query}`);
}

/** The guided game: the historical plan and set-up are made, so that it begins with the first move. */
export async function startGuided(game: GameInfo): Promise<void> {
  const who = { german: "you", allied: "staff" };
  const seats = { german: seatOf("you"), allied: seatOf("staff") };
  const created = await create({ game: game.id, scenario: game.scenarios[0]?.id ?? "", options: {}, seats });
  if (created.seats.german) await prepare(Place.seat(created.seats.german));
  enter(created, who, "?guide");
}

/** Give the prepared orders wherever they are asked for, until the first move is. */
async function prepare(place: Place): Promise<void> {
  for (let round = 0; round < 60; round++) {
    const { decision, number } = await place.state();
    if (!decision) {
      await new Promise((done) => setTimeout(done, 250));
      continue;
    }
    const order = PREPARE.find((one) => decision.choices.some((choice) => choice.token === one[0]));
    if (!order || decision.choices.some((choice) => choice.token === "move")) return;
    await place.order(number, order);
  }
}
