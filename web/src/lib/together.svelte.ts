/** Units of one stack that make the same move, one after the other: what all of them can reach, and the orders of each. */

import type { Choice } from "./types";

export class Together {
  units = $state.raw<string[]>([]);
  private goals = $state.raw<Map<string, Choice[]>>(new Map());
  private before: string[] = [];

  constructor(private readonly load: (prefix: string[], way: string) => Promise<Choice[]>) {}

  has(unit: string): boolean {
    return this.units.includes(unit);
  }

  clear(): void {
    if (this.units.length) [this.units, this.goals] = [[], new Map()];
  }

  async toggle(before: string[], unit: string, way: string): Promise<void> {
    if (this.has(unit)) {
      this.units = this.units.filter((one) => one !== unit);
      return;
    }
    this.before = before;
    const goals = await this.load([...before, unit], way);
    this.goals = new Map(this.goals).set(unit, goals);
    this.units = [...this.units, unit];
  }

  /** All of them go by the same way; it is refused if one of them cannot. */
  async lead(way: string): Promise<void> {
    const found = await Promise.all(this.units.map(async (unit) => [unit, await this.load([...this.before, unit], way)] as const));
    this.goals = new Map(found);
  }

  /** The choices of the first that all the others have too, at the price of the slowest. */
  shared(choices: Choice[]): Choice[] {
    if (!this.units.length) return choices;
    const lists = this.units.map((unit) => new Map((this.goals.get(unit) ?? []).map((goal) => [goal.token, goal])));
    const common = choices.filter((choice) => !isGoal(choice) || lists.every((list) => list.has(choice.token)));
    return common.map((choice) => lists.reduce((most, list) => dearer(most, list.get(choice.token)), choice));
  }

  /** The same order for each of the others. */
  orders(order: string[]): string[][] {
    const at = this.before.length;
    return this.units.map((unit) => [...order.slice(0, at), unit, ...order.slice(at + 1)]);
  }
}

export function isGoal(choice: Choice): boolean {
  return (choice.kind === "hex" || choice.kind === "waypoint") && !choice.odds;
}

/** The hex that a choice is about. */
export function goalOf(choice: Choice): string {
  return choice.kind === "waypoint" ? (choice.at ?? "") : choice.token;
}

const FRACTIONS: Record<string, number> = { "⅛": 0.125, "¼": 0.25, "⅜": 0.375, "½": 0.5, "⅝": 0.625, "¾": 0.75, "⅞": 0.875 };

/** The figure of a cost, to compare two of them. */
export function figure(cost = ""): number {
  const whole = parseFloat(cost) || 0;
  return whole + (FRACTIONS[cost.at(-1) ?? ""] ?? 0);
}

function dearer(one: Choice, other: Choice | undefined): Choice {
  if (!other) return one;
  return { ...one, cost: figure(other.cost) > figure(one.cost) ? other.cost : one.cost, stop: one.stop || other.stop };
}
