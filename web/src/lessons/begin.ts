/** Starting a lesson, and the game that it ends with. */

import { create, guide, Place } from "../lib/api";
import { router } from "../lib/router.svelte";
import { remember } from "../lib/settings.svelte";
import type { Guide, Side } from "../lib/types";
import { beginLesson } from "../problems/api";

const BEFORE_IT_IS_ASKED = 250;
const MOST_ROUNDS = 60;

/** The guided game: set up, with what is prepared already done. */
export async function startLesson(game: string): Promise<void> {
  const [begun, found] = await Promise.all([beginLesson(game), guide(game)]);
  if (found.begins) await prepare(Place.seat(begun.secret), found);
  remember(begun.id, { [begun.side]: begun.secret });
  router.go(`/s/${begun.secret}?guide`);
}

/** "Now play": the game that the lesson ends with, on the same side. */
export async function playOn(game: string, side: Side, { now }: Guide): Promise<void> {
  const bot = { kind: "bot", bot: now.opponent ?? "cadet" } as const;
  const seats = side === "german" ? { german: { kind: "here" }, allied: bot } as const : { german: bot, allied: { kind: "here" } } as const;
  const created = await create({ game, scenario: now.scenario, options: {}, seats });
  remember(created.id, created.seats);
  router.go(`/s/${created.seats[side]}`);
}

/** Give the prepared orders wherever they are asked for, until the order that the guide begins with can be given. */
async function prepare(place: Place, { prepare = [], begins }: Guide): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { decision, number } = await place.state();
    if (!decision) {
      await new Promise((done) => setTimeout(done, BEFORE_IT_IS_ASKED));
      continue;
    }
    const order = prepare.find((one) => decision.choices.some((choice) => choice.token === one[0]));
    if (!order || decision.choices.some((choice) => choice.token === begins)) return;
    await place.order(number, order);
  }
}
