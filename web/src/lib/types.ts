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
  caption?: string;
  mark?: string;
  tint?: number;
  status?: string[];
  facts?: string[];
}

/** A marker: in a hex (1512), on a hexside (1512/1513), in a box, or only in the cells that name it. */
export interface Marker {
  id: string;
  sign: string;
  label: string;
  owner?: string;
  figure?: string;
  at?: string;
  note?: string;
  rule?: string;
}

export interface Cell {
  id: string;
  label: string;
  pieces?: string[];
  used?: string[];
  slots?: number;
  dice?: number[];
  left?: number;
  of?: number;
  note?: string;
  rule?: string;
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
  at?: string;
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
  markers?: Marker[];
  overlays?: OverlayKind[];
  about?: string[];
}

export type OverlayKind = "zones" | "supply" | "objectives" | "reinforcements";

export interface Area {
  look: "zone" | "contested" | "bond" | "cut" | "entry" | "goal";
  hexes: string[];
  whose?: string;
  text?: string;
  rule?: string;
}

export interface OverlayLine {
  look: "supply" | "bond";
  hexes: string[];
  text?: string;
  rule?: string;
}

export interface Mark {
  sign: "source" | "cut" | "bond" | "objective" | "entry";
  at: string;
  label?: string;
  text?: string;
  rule?: string;
  whose?: string;
  pieces?: string[];
}

export interface Overlay {
  kind: OverlayKind;
  areas?: Area[];
  lines?: OverlayLine[];
  marks?: Mark[];
  notes?: string[];
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
  member?: boolean;
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
  question: string;
  help: string;
  remaining: string;
  stack: { title: string; rule: string }[];
  about?: string[];
  warnings: Warning[];
  /** The usual way out while it is closed, and why. */
  shut?: { token: string; label: string; refusal: Refusal } | null;
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
  options: Record<string, boolean | number | string>;
}

export interface ListedMatch extends MatchInfo {
  side: Side;
  yours: boolean;
  secret: string;
  changed: string;
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
  leaves?: number | null;
}

export interface Support {
  id: string;
  text: string;
  whose: string;
  most: number;
  used?: number;
  rule?: string;
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
  faces: { die: string; chance: number; code: string; text: string; good_for?: string }[];
  outcomes: { text: string; chance: number; good_for?: string }[];
  attacker_losses?: Record<string, number>;
  defender_losses?: Record<string, number>;
  assumptions?: string[];
  must?: string;
  hexes?: string[];
  ground?: string;
  support?: Support[];
  approaches?: { unit: string; hexes: string[] }[];
  left_out?: string[];
  after?: string[];
  counts?: string;
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
  guide?: GuideCard | null;
}

/** How a guided first game is offered; the lowest `place` is for newcomers. */
export interface GuideCard {
  title: string;
  note: string;
  place: number;
  scenario: string;
  side: Side;
  opponent: string;
}

/** Something to wait for; all that is given must hold at once. */
export interface Moment {
  verb?: string;
  order?: string;
  times?: number;
  event?: string;
  picked?: string;
  shows?: "hex" | "odds" | "refusal" | "stack" | "dice" | "reply";
  over?: boolean;
}

export interface GuideStep {
  title: string;
  say: string;
  rule?: string;
  point?: string;
  when?: Moment[];
  until?: Moment[];
}

export interface Guide {
  card: GuideCard;
  step: GuideStep[];
  begins: string;
  prepare: string[][];
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
  charts: Chart[];
  options: Option[];
}

export interface Chart {
  id: string;
  title: string;
  status: "book" | "mixed" | "reconstructed" | "own";
  provenance: string;
  rules: string[];
  grids: { caption: string; head: string[]; rows: string[][] }[];
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
