/** What is asked now, sorted by how it is answered: words to press, pieces off the map, ways out. For dock and phone. */

import type { Table } from "../lib/screen.svelte";
import { settings } from "../lib/settings.svelte";
import type { Choice, Decision, Unit, Warning } from "../lib/types";
import { silence, subject } from "./silence.svelte";
import { chance, labelOf, waysOut } from "./words";

export class Asked {
  constructor(private readonly table: Table) {}

  decision = $derived.by<Decision | null>(() => (this.session.mine ? (this.session.state?.decision ?? null) : null));
  /** Kinds of order that need more than their verb. */
  verbs = $derived.by<Choice[]>(() => (this.decision?.choices ?? []).filter((choice) => !choice.completes));
  out = $derived.by<Choice[]>(() => (this.decision ? waysOut(this.decision) : []));
  /** The other verbs under which the thing picked is a choice: Move, Rail. */
  others = $derived.by<Choice[]>(() => this.walk.kinds);
  words = $derived.by<Choice[]>(() => (this.walk.prefix.length ? this.walk.options.filter(isWord) : []));
  ends = $derived.by<Choice[]>(() => (this.walk.prefix.length ? this.walk.options.filter((choice) => choice.kind === "done") : []));
  /** Whether verbs have to be pressed: nothing on the map stands for them. */
  needsVerb = $derived.by<boolean>(() => {
    if (this.walk.prefix.length) return false;
    const [only, other] = this.verbs;
    return !!only && (!!other || !only.next?.every((choice) => this.isOnMap(choice) || this.tray.some((unit) => unit.id === choice.token)));
  });

  /** Units that are choices but do not stand on the map: they wait in a tray, since there is nothing to click there. In
  a battle all of them do, with what comes of each choice. */
  tray = $derived.by<Unit[]>(() => {
    if (!this.decision) return [];
    const list = this.walk.prefix.length ? this.walk.options : this.verbs.flatMap((one) => one.next ?? []);
    const ids = new Set(list.filter((choice) => choice.kind === "unit").map((choice) => choice.token));
    const units = [...ids].map((id) => this.session.units.get(id)).filter((unit) => unit !== undefined);
    const battle = !!this.session.state?.stage && !this.walk.goals.length && units.length <= MANY;
    return battle ? units : units.filter((unit) => !this.session.board?.byLabel.has(unit.at ?? ""));
  });

  /** What comes of choosing a unit, in a few words: the chance that it leaves, the step it loses. */
  meaning(unit: string): string {
    const list = this.walk.prefix.length ? this.walk.options : this.verbs.flatMap((one) => one.next ?? []);
    const choice = list.find((one) => one.token === unit);
    return choice ? chance(this.session, choice) || (choice.odds ?? "") || (choice.price ?? "") : "";
  }

  /** The title of the decision. One that asks for several words has a question for each, and they are asked in turn. */
  question = $derived.by<string>(() => {
    const { walk } = this;
    if (walk.given && walk.pending) return walk.chain.at(-1)?.commits === "secret" ? "Seal it?" : "Is that your choice?";
    const questions = this.decision?.questions ?? [];
    if (walk.given && questions.length) return questions[walk.prefix.length - walk.given] ?? questions.at(-1) ?? "";
    const [verb, thing] = walk.chain;
    if (!verb || !thing || this.words.length) return this.decision?.question ?? "";
    const label = labelOf(this.session, thing);
    if (!this.walk.goals.length) return label.startsWith(verb.label) ? label : `${verb.label}: ${label}`;
    return whereTo(verb, label);
  });

  /** What can be pointed at and needs to be told what it does; cards of words say it themselves, if they have the room. */
  told(brief: boolean): Choice[] {
    const { words } = this;
    return [...(this.needsVerb ? this.verbs : []), ...(isShort(words) ? words : []), ...(brief ? [] : this.out)];
  }

  /** Whether the numbers to choose from need a word beside them, as the question is about other things too. */
  unsaid = $derived.by<boolean>(() => (this.decision?.choices.length ?? 0) > 1 && this.words.every((choice) => choice.kind === "number"));

  /** What the button says that commits: dice and secrets. */
  commit = $derived.by<string>(() => {
    const last = this.walk.chain.at(-1);
    if (last?.commits === "secret") return "Seal it";
    return last?.commits === "die" ? "Roll the dice" : (this.walk.chain[0]?.label ?? "");
  });

  help = $derived.by<string>(() => {
    if (!this.walk.goals.length) return this.decision?.help ?? "";
    if (!this.walk.goals.some((goal) => goal.cost)) return "Click a hex inside the amber line.";
    return "Click a hex inside the amber line. Shift-click sets a waypoint. A bar under a cost means that the move ends there.";
  });

  /** Whether the end of this phase is asked about first: something would be lost. */
  serious = $derived.by<boolean>(
    () => settings.values.warnings && !!this.decision?.warnings.some((warning) => this.matters(warning)),
  );

  /** A way out is pressed; a mouse leaves the button without the focus, so that no key presses what comes to stand there. */
  async press(choice: Choice, event: MouseEvent): Promise<void> {
    if (event.detail) (event.currentTarget as HTMLElement).blur();
    await this.leave(choice);
    if (this.walk.pending) await this.walk.confirm();
  }

  /** Take a way out of the moment; the usual one asks first if something is at stake. */
  async leave(choice: Choice): Promise<void> {
    const { screen } = this.table;
    this.walk.clear();
    if (this.serious && !this.decision?.shut && choice === this.out.at(-1)) {
      screen.leaving = true;
      if (screen.phone) screen.panel = "inspect";
    } else await this.walk.leave(choice);
  }

  /** Whether a choice can be clicked on the map. */
  isOnMap(choice: Choice): boolean {
    return !!this.session.board?.byLabel.has(this.session.units.get(choice.token)?.at ?? choice.token);
  }

  private matters(warning: Warning): boolean {
    return warning.kind === "loses" && !silence.has(this.session.state?.match.id ?? "", subject(warning));
  }

  private get session() {
    return this.table.session;
  }

  private get walk() {
    return this.table.session.walk;
  }
}

/** So many units fit into a tray. */
const MANY = 24;

/** Words of orders that are a verb of English, as a question asks with them. */
const ASKED_BY: Record<string, string> = {
  move: "move", rail: "move by rail", retreat: "retreat", advance: "advance", drop: "drop", enter: "arrive", fly: "fly", place: "go",
};

/** "Where does 10th Panzer Division move?" */
function whereTo(verb: Choice, label: string): string {
  if (verb.token === "march") return `Where does the stack in ${label} move?`;
  const does = ASKED_BY[verb.token];
  return does ? `Where does ${label} ${does}?` : `${verb.label} ${label}: choose a hex`;
}

/** Whether words and numbers stand side by side, since they take little room. */
export function isShort(words: Choice[]): boolean {
  return words.every((choice) => choice.label.length < 5);
}

function isWord(choice: Choice): boolean {
  return choice.kind === "number" || choice.kind === "word" || choice.kind === "cell" || choice.kind === "piece";
}
