/** How a game went, as the service tells it. */

import type { Side } from "./types";

export type BySide<T> = Record<Side, T>;

export interface TurnTale {
  turn: number;
  title: string;
  number: number;
  control: BySide<string[]>;
  units: BySide<string[]>;
  losses: BySide<number>;
  score: Partial<BySide<number>>;
  level: string;
}

export interface Swing {
  number: number;
  turn: number;
  side: Side;
  by: number;
  text: string;
  rule: string;
}

export interface Source {
  side: Side;
  rule: string;
  title: string;
  points: number;
  times: number;
}

export interface Luck {
  side: Side;
  kind: string;
  dice: number;
  mean: number;
  expected: number;
  spread: number;
}

export interface Deed {
  title: string;
  unit: string;
  side: Side;
  text: string;
}

export interface History {
  over: boolean;
  winner: Side | "";
  level: string;
  text: string;
  rule: string;
  orders: number;
  dice: number;
  battles: number;
  measure: "points" | "steps lost";
  turns: TurnTale[];
  swings: Swing[];
  sources: Source[];
  luck: Luck[];
  deeds: Deed[];
}
