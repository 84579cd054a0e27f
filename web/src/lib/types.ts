/** What the service sends. The names are those of the engine's reports; nothing here knows a rule. */

export type Side = "german" | "allied";
export const SIDES: readonly Side[] = ["german", "allied"];
export const SIDE_TITLE: Record<string, string> = { german: "German", allied: "Allied" };

export interface Value {
  text: string;
  plate?: string;
}

export interface Unit {
  id: string;
  name: string;
  side: Side;
  nation: string;
  symbol: string;
  size?: string;
  designation?: string;
  parent?: string;
  at?: string;
  steps?: number;
  max_steps?: number;
  values?: Value[];
  status?: string[];
  facts?: string[];
}

export interface Cell {
  id: string;
  label: string;
  pieces?: string[];
  note?: string;
  on?: boolean;
}

export type PartKind =
  | "track" | "box" | "cup" | "bin" | "display" | "holder" | "points" | "checklist" | "card" | "compass";

export interface Part {
  id: string;
  kind: PartKind;
  title: string;
  owner?: string;
  rule?: string;
  note?: string;
  cells?: Cell[];
  hidden?: number;
}

export interface View {
  game: string;
  scenario: string;
  seat: string;
  turn: number;
  units: Unit[];
  control: Record<string, string>;
  parts: Part[];
  stack: string[];
  asked: Side[];
  over: boolean;
  verdict?: string;
}

export interface Surcharge {
  at: string;
  cost: string;
  text: string;
  rule?: string;
}

export type Commits = "none" | "die" | "secret";

export interface Choice {
  token: string;
  kind: "verb" | "unit" | "hex" | "hexside" | "waypoint" | "cell" | "piece" | "number" | "word" | "done" | "back";
  label: string;
  at?: string;
  completes?: boolean;
  commits?: Commits;
  default?: boolean;
  cost?: string;
  stop?: boolean;
  path?: string[];
  surcharges?: Surcharge[];
  odds?: string;
  price?: string;
  rules?: string[];
  next?: Choice[] | null;
}

export interface Warning {
  kind: "must" | "loses" | "note";
  text: string;
  rule?: string;
  at?: string[];
}

export interface Decision {
  side: Side;
  title: string;
  help: string;
  remaining: string;
  stack: { title: string; rule: string }[];
  about?: string[];
  warnings: Warning[];
  choices: Choice[];
}

export interface GameEvent {
  kind: string;
  text: string;
  rule?: string;
  side?: string;
  units?: string[];
  at?: string[];
  dice?: number[];
}

export interface LogLine {
  number: number;
  side: Side;
  order: string[];
  dice: number[];
  note: string;
  events: GameEvent[];
  turn: number;
  phase: string;
}

export interface SeatInfo {
  kind: "here" | "link" | "bot";
  bot?: string;
}

export interface MatchInfo {
  id: string;
  game: string;
  scenario: string;
  title: string;
  created: string;
  turn: number;
  asked: Side[];
  over: boolean;
  verdict: string;
  orders: number;
  seats: Record<Side, SeatInfo>;
  fingerprint: string;
}

export interface ListedMatch extends MatchInfo {
  side: Side;
  yours: boolean;
  secret: string;
}

export interface Phase {
  title: string;
  side: Side | "";
  state: "done" | "now" | "later";
}

export interface SeatState {
  phases: Phase[];
  match: MatchInfo;
  side: Side | "";
  number: number;
  at: number;
  view: View;
  decision: Decision | null;
  waiting: string;
  can_undo: boolean;
  thinking?: string;
  chat: { side: string; text: string; at: string }[];
  notes: string;
  offers: { draw: Side | null; takeback: Side | null; delete: Side | null; takeback_to: number | null };
  rematch?: string;
  present?: string[];
}

export interface Played {
  number: number;
  events: GameEvent[];
  state: SeatState;
}

export interface Refusal {
  headline: string;
  text: string;
  rule: string;
  causes: string[];
}

export interface Strength {
  unit: string;
  printed: string;
  counted: string;
  reasons?: string[];
  rules?: string[];
}

export interface Shift {
  value: number;
  rule: string;
  text: string;
  whose?: string;
  open?: boolean;
}

export interface OddsReport {
  attack: string;
  ratio: string;
  attackers: Strength[];
  defenders: Strength[];
  columns: string[];
  start: string;
  final: string;
  shifts: Shift[];
  faces: { die: string; chance: number; code: string; text: string }[];
  outcomes: { text: string; chance: number; good_for?: string }[];
  attacker_losses?: Record<string, number>;
  defender_losses?: Record<string, number>;
  assumptions?: string[];
  moves?: string[];
  must?: string;
}

export interface Option {
  id: string;
  title: string;
  default: boolean | number | string;
  rule?: string;
  values: (boolean | number | string)[];
}

export interface SideInfo {
  id: Side;
  title: string;
  nations: string[];
  piece: Unit;
}

export interface Bot {
  id: string;
  text: string;
}

export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  maker: string;
  scale: string;
  length: string;
  complexity: number;
  rules: number;
  reconstructed: string[];
  sides: SideInfo[];
  scenarios: { id: string; title: string; summary: string; length: string }[];
  options: Option[];
  bots: Bot[];
}

export interface Rule {
  id: string;
  title: string;
  text: string;
  topic?: string;
  optional?: boolean;
  see?: string[];
}

export interface Ruling {
  id: string;
  rule: string;
  question: string;
  ruling: string;
}

export interface RuleBook {
  game: { sequence?: string[] };
  rules: Rule[];
  rulings: Ruling[];
}

export interface Hex {
  label: string;
  x: number;
  y: number;
  terrain: string;
  country: string;
  neighbours: (string | null)[];
}

export interface MapFacts {
  title: string;
  size: [number, number];
  scale: number;
  orientation: "flat" | "pointy";
  terrain?: Record<string, string>;
  hexes: Hex[];
  places: { name: string; hex: string; size: string; kinds: string[] }[];
  regions: { id: string; title: string; kind: string; side: string; hexes: string[] }[];
}
