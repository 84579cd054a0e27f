/** Written by `python -m meuse.server.wire` from what the service says of itself. Do not edit it by hand. */

export type SideWord = "german" | "allied";

/** What a player signs in with. */
export interface Account {
  passkeys: number;
  mail: string;
  notices: boolean;
}

/** Against which bot to play again, where it was one; the same if none is named. */
export interface Again {
  bot?: string;
  pace?: "quick" | "normal" | "long";
  manners?: boolean;
}

/** All that an analysis tells. Values are the German side's chance to win. */
export interface Analysis {
  game: string;
  scenario: string;
  title: string;
  orders: number;
  verdict: string;
  certain: boolean;
  points: Point[];
  rolls: Roll[];
  phases: Judged[];
  turning_points: TurningPoint[];
  sides: SideSum[];
  faults: Fault[];
}

/** An offer (no answer), or the answer to the other side's. */
export interface Answer {
  answer?: boolean | null;
}

/** How a unit could get to a battle: from where it stands to the hex it would attack from. */
export interface Approach {
  unit: string;
  hexes: string[];
}

/** Hexes with one meaning: an enemy zone, the closed hex of a bond, a hex out of supply, an entry area. */
export interface Area {
  look: "zone" | "contested" | "bond" | "cut" | "entry" | "goal";
  hexes: string[];
  whose?: string;
  text?: string;
  rule?: string;
}

/** A unit that goes somewhere, hex by hex as far as its moves are known. */
export interface Arrow {
  unit: string;
  name: string;
  hexes: string[];
}

/** How often each side has won when the same bot played both; `draw`: the difference of points that is a draw. */
export interface Balance {
  game: string;
  scenario: string;
  german: number;
  allied: number;
  drawn: number;
  draw: [number, number] | null;
}

/** A moment at which a game can begin: its turn and its title. */
export interface Beginning {
  turn: number;
  title: string;
}

/** A match begun for a lesson or a problem: its seat, and which side that is. */
export interface Begun {
  id: string;
  secret: string;
  side: SideWord;
}

/** A better plan for a phase, with what was played in it; chances are the side's, at the end of its turn. */
export interface Better {
  number: number;
  chance: number;
  played_chance: number;
  plan: Course;
  played: Course;
}

/** What a book tells of itself: its sequence of play. */
export interface Book {
  sequence: string[];
}

/** A bot to be chosen; `usual` is the one to choose unless somebody wants another. `paces` if it searches. */
export interface BotInfo {
  id: string;
  text: string;
  usual: boolean;
  paces: PaceInfo[];
}

/** What a player wants to be called; "" for nothing. */
export interface Called {
  name: string;
}

/** A place in a part. Its pieces are ids of units or markers in view; "?" is a piece lying face down. */
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
  due?: Due[];
}

/** What a browser needs to ask for a passkey, as its own interface wants it. */
export interface Ceremony {
  ticket: string;
  options: Record<string, unknown>;
}

/** `status` is book, reconstructed or mixed; own, if a player has put it there; `rules` are those it serves. */
export interface Chart {
  id: string;
  title: string;
  status: string;
  provenance: string;
  rules: string[];
  grids: Grid[];
}

/** Something said; by no side if it is a notice of the service. `only` is the side that may read it. */
export interface ChatLine {
  side: string;
  text: string;
  at: string;
  only?: string;
}

/** A token that may come next, described for a person. */
export interface Choice {
  token: string;
  kind: "verb" | "unit" | "hex" | "hexside" | "waypoint" | "cell" | "piece" | "number" | "word" | "done" | "back";
  label: string;
  at?: string;
  completes?: boolean;
  commits?: "none" | "die" | "secret";
  default?: boolean;
  member?: boolean;
  cost?: string;
  stop?: boolean;
  path?: string[];
  surcharges?: Surcharge[];
  odds?: string;
  leaves?: number | null;
  succeeds?: number | null;
  price?: string;
  says?: string;
  places?: string[];
  rules?: string[];
}

export interface Choices {
  choices: Choice[];
}

/** What anyone may know: whether a name needs an invitation, and how many players have one. */
export interface ClubInfo {
  private: boolean;
  players: number;
  sign_in: SignInWays | null;
}

/** A match between players of the club: how it stands, when whose time is up, and the seconds left on clocks. */
export interface ClubMatch {
  match: MatchInfo;
  players: Record<SideWord, Person>;
  pace: GamePace;
  rated: boolean;
  bid_side: "german" | "allied" | "";
  bid: number;
  standing: string;
  due: Record<SideWord, string>;
  left: Record<SideWord, number>;
  finished: string;
  score: number | null;
  verdict: string;
}

/** A row of orders of one side. */
export interface Course {
  plan: string;
  words: string;
  arrows: Arrow[];
  strikes: Strike[];
  answers: string[];
  taken: string[];
}

export interface Created {
  id: string;
  seats: Record<SideWord, string | null>;
}

/** What a browser answers; a name, and the phrase of a private server, for whoever is new here. */
export interface Credential {
  ticket: string;
  credential: Record<string, unknown>;
  invitation?: string;
}

/** Something that the enemy could do next, in a sentence. */
export interface Danger {
  kind: "gift" | "hole" | "cut";
  at: string;
  units: string[];
  weight: number;
  text: string;
}

/** What a side is asked; `questions` are those of the single words, where one order asks for several. */
export interface DecisionView {
  side: SideWord;
  question: string;
  questions: string[];
  help: string;
  remaining: string;
  stack: StepWords[];
  about: string[];
  warnings: Warning[];
  shut: ShutWay | null;
  choices: OpenChoice[];
  mobility: Mobility[];
  foregone: string[];
}

/** What stands out in a unit's game. */
export interface Deed {
  title: string;
  unit: string;
  side: SideWord;
  text: string;
}

/** Whether the match is gone; if not, this side has left it, and it is the other's alone. */
export interface Deleted {
  deleted: boolean;
}

/** Something that a turn brings: units that arrive, an event that the book prints there; `at` is where. */
export interface Due {
  text: string;
  side?: string;
  pieces?: string[];
  at?: string[];
  rule?: string;
}

/** What came of the games that are over so far. */
export interface Endings {
  games: number;
  wins: Record<string, Share>;
  levels: Level[];
  scores: Record<SideWord, Spread>;
  lines: Record<string, string[]>;
  land: string[];
}

export interface Endpoint {
  endpoint: string;
}

/** An enemy hex, and the units that could attack it from where they stand. */
export interface Engagement {
  hex: string;
  units: string[];
}

export interface EnterBot {
  bot: string;
  thinks?: "quick" | "normal" | "long";
}

/** One thing that happened, in a sentence; `only` is the side that may know of it (None: both). */
export interface Event {
  kind: string;
  text: string;
  rule?: string;
  side?: SideWord | string;
  units?: string[];
  at?: string[];
  dice?: number[];
  brief?: string;
  only?: 0 | 1 | null;
}

/** A face of the die (or a sum) in the final column. */
export interface Face {
  die: string;
  chance: number;
  code: string;
  text: string;
  good_for?: string;
}

/** A blunder as the audit finds it, in words. */
export interface Fault {
  number: number;
  turn: number;
  side: SideWord;
  kind: string;
  at: string;
  text: string;
  punished: boolean;
}

export interface FeedPath {
  path: string;
}

/** What was in a link sent by mail; a name, and the phrase of a private server, for whoever is new here. */
export interface FollowLink {
  token: string;
  name?: string | null;
  invitation?: string;
}

/** A game to be chosen. `maker` is "" for one of our own; `reconstructed` names what the book does not hold. */
export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  maker: string;
  scale: string;
  length: string;
  hours: string;
  pace: string;
  complexity: number;
  rules: number;
  reconstructed: string[];
  sides: SideInfo[];
  scenarios: ScenarioCard[];
  options: Option[];
  bots: BotInfo[];
  guide: GuideCard | null;
}

/** How fast a game is played: without a limit, live with minutes for each side, or with days for each move. */
export interface GamePace {
  kind?: "leisure" | "live" | "days";
  minutes?: number;
  days?: number;
  lapse?: "claim" | "bot";
}

export interface GiveOrder {
  number: number;
  order: string[];
}

export interface GoalLine {
  text: string;
  reached: boolean;
}

export interface Grid {
  caption: string;
  head: string[];
  rows: string[][];
}

/** The whole guide. `prepare` are orders given ahead, whichever fits, until an order `begins` can be given. */
export interface Guide {
  card: GuideCard;
  step: GuideStep[];
  now: NowPlay;
  start?: GuideStart | null;
  begins?: string;
  prepare?: string[][];
}

/** How the front page offers it; the one with the lowest `place` is the first game for newcomers. */
export interface GuideCard {
  title: string;
  note: string;
  place: number;
  scenario: string;
  side: SideWord;
  opponent: string;
}

/** A position of the lesson's own, said as a problem says it: see `meuse.problems.Problem`. */
export interface GuideStart {
  turn: number;
  phase: string;
  nth?: number;
  options?: Record<string, boolean | number | string>;
  clear?: boolean;
  put?: string[];
  control?: Record<SideWord, string>;
  values?: string[];
}

/** A few sentences. It is shown when one of `when` holds (always, if there is none) until one of `until` does. */
export interface GuideStep {
  title: string;
  say: string;
  rule?: string;
  point?: string;
  when?: Moment[];
  until?: Moment[];
}

/** Somebody who is here now; `playing` is the match whose page he has open, "" for the lobby. */
export interface Here {
  person: Person;
  playing: string;
}

/** A hex of the drawing; `neighbours` by direction, null where the map ends. */
export interface HexFacts {
  label: string;
  x: number;
  y: number;
  terrain: string;
  country: string;
  neighbours: (string | null)[];
}

/** The whole tale. `measure` says what is counted: points, objectives, or steps lost where there is no score. */
export interface History {
  over: boolean;
  winner: SideWord | string;
  level: string;
  why: string;
  rule: string;
  orders: number;
  dice: number;
  battles: number;
  measure: string;
  swung: string;
  turns: TurnTale[];
  swings: Swing[];
  sources: Source[];
  luck: Luck[];
  deeds: Deed[];
  slips: Slip[];
  replayed: "" | "agrees" | "agrees since" | "differs";
}

/** From a day to a day, both included. */
export interface Holiday {
  first: string;
  last: string;
}

/** What a bot meant to do from a turn on. */
export interface IntentLine {
  side: SideWord;
  turn: number;
  number: number;
  title: string;
}

/** An invitation that was made; `joined` if somebody has accepted it at once. */
export interface Invitation {
  id: string;
  joined: Joined | null;
}

/** An open invitation. `bidder` has bid `bid` points for a side; `guest`: only he and the host go on bidding. */
export interface Invited {
  id: string;
  host: Person;
  created: string;
  title: string;
  terms: Terms;
  bidder: Person | null;
  bid: number;
  guest: Person | null;
}

/** A game that has begun, and one's own seat in it. */
export interface Joined {
  match_id: string;
  side: SideWord;
  secret: string;
}

/** A phase of a side's turn, for that side: what its decisions gained or lost beside the staff's, and its dice. */
export interface Judged {
  first: number;
  last: number;
  turn: number;
  side: SideWord;
  title: string;
  staff: number;
  played: number;
  luck: number;
  orders: number;
}

/** How often a game ended with a level of victory. */
export interface Level {
  title: string;
  count: number;
}

/** A line over the map, from hex to hex: from a unit to its source of supply, from a bond to its anchors. */
export interface Line {
  look: "supply" | "bond";
  hexes: string[];
  text?: string;
  rule?: string;
}

/** A match as one of its seats lists it; `secret` says which of the secrets asked for it is. */
export interface ListedMatch {
  id: string;
  game: string;
  scenario: string;
  title: string;
  created: string;
  turn: number;
  asked: SideWord[];
  over: boolean;
  verdict: string;
  orders: number;
  seats: Record<SideWord, SeatInfo>;
  fingerprint: string;
  chosen_seed: boolean;
  seed: string;
  changed: string;
  options: Record<string, boolean | number | string>;
  task: string;
  coach: boolean;
  side: SideWord;
  yours: boolean;
  secret: string;
}

export interface Lobby {
  invitations: Invited[];
  watch: ClubMatch[];
  here: Here[];
}

/** An order as a seat may know it; `number` counts from one, `turn` and `phase` are those after it. */
export interface LogLine {
  number: number;
  side: SideWord;
  order: string[];
  dice: number[];
  note: string;
  events: Event[];
  committed: boolean;
  turn: number;
  phase: string;
  whose: "german" | "allied" | "";
}

/** The dice of one kind: how many, their mean, the mean they should have, and how far chance spreads such a mean. */
export interface Luck {
  side: SideWord;
  kind: string;
  dice: number;
  mean: number;
  expected: number;
  spread: number;
}

/** Where a counter lies: a hex, a box, or "" out of play; with how many steps, and what is said of it. */
export interface Lying {
  at?: string;
  steps: number;
  status?: string[];
}

/** Where a link is to be sent. */
export interface MailTo {
  mail: string;
}

/** Where the hexes lie on the drawing, and what is in them; `terrain` names the kinds of it. */
export interface MapFacts {
  title: string;
  size: [number, number];
  scale: number;
  scale_km: number;
  orientation: "flat" | "pointy";
  terrain: Record<string, string>;
  hexes: HexFacts[];
  places: PlaceFacts[];
  regions: RegionFacts[];
}

/** A sign in a hex, or on a hexside (1512/1513); `label` is printed beside it, `text` is told on demand. */
export interface Mark {
  sign: "source" | "cut" | "bond" | "objective" | "entry";
  at: string;
  label?: string;
  text?: string;
  rule?: string;
  whose?: string;
  pieces?: string[];
}

/** A marker: lying in a hex (`at` 1512), on a hexside (1512/1513), in a box, or only in the cells that name it. */
export interface MarkerView {
  id: string;
  sign: "disrupted" | "retreat" | "unsupplied" | "isolated" | "engaged" | "train" | "auto-ds" | "breakthrough" | "gqg" | "halt" | "used" | "initiative" | "move" | "combat" | "move-combat" | "hidden" | "letter" | "armour" | "plus" | "lorraine" | "boat" | "attrition" | "bridgehead" | "pontoon" | "crossing-cut" | "line" | "defence" | "fort-destroyed" | "refugees" | "railhead" | "german-control" | "allied-control" | "open-city" | "terror" | "port" | "evacuation" | "dynamo-air" | "surrendered" | "stuka" | "fighter" | "bomber" | "interdiction" | "navy" | "airlift" | "turn" | "points" | "refit" | "event" | "weather" | "flag";
  label: string;
  owner?: string;
  figure?: string;
  at?: string;
  note?: string;
  rule?: string;
}

/** What anyone may know of a match. `seed` is told where somebody has chosen it, and knows it. */
export interface MatchInfo {
  id: string;
  game: string;
  scenario: string;
  title: string;
  created: string;
  turn: number;
  asked: SideWord[];
  over: boolean;
  verdict: string;
  orders: number;
  seats: Record<SideWord, SeatInfo>;
  fingerprint: string;
  chosen_seed: boolean;
  seed: string;
  changed: string;
  options: Record<string, boolean | number | string>;
  task: string;
  coach: boolean;
}

/** What a unit may still spend in this movement phase. */
export interface Mobility {
  unit: string;
  state: "fresh" | "begun" | "done" | "held";
  left?: string;
  full?: boolean;
  text?: string;
}

/** Something to wait for. All that is given must hold at once. */
export interface Moment {
  verb?: string;
  order?: string;
  times?: number;
  event?: string;
  picked?: string;
  shows?: "" | "hex" | "odds" | "refusal" | "stack" | "dice" | "reply" | "past";
  turn?: number | null;
  over?: boolean;
}

/** An enemy hex that a side may gather its units against, without some of them, with so much support. */
export interface Muster {
  hex: string;
  without?: string[];
  support?: Record<string, number>;
}

/** A game of one's own: the side, and the secret that opens it. `club` has more, if it is one of the club's. */
export interface MyMatch {
  match: MatchInfo;
  side: SideWord;
  secret: string;
  yours: boolean;
  club: ClubMatch | null;
}

/** A player, as he sees himself. */
export interface Myself {
  id: string;
  name: string;
  created: string;
  holidays: Holiday[];
}

/** An invitation to everybody, with the first bid; or to a bot, which accepts at once. */
export interface NewInvitation {
  game: string;
  scenario?: string;
  options?: Record<string, boolean | number | string>;
  sides?: "german" | "allied" | "drawn" | "bid";
  bid_for?: SideWord;
  pace?: GamePace;
  rated?: boolean;
  note?: string;
  bid?: number;
  bot?: string;
  thinks?: "quick" | "normal" | "long";
}

/** A key, told once: the browser keeps it, and the player writes it down for his other devices. */
export interface NewKey {
  id: string;
  name: string;
  key: string;
}

export interface NewMatch {
  game: string;
  seats: Seats;
  scenario?: string | null;
  options?: Record<string, boolean | number | string>;
  seed?: number | string | null;
}

/** The name that somebody wants here; `invitation` is the phrase of a private server. */
export interface NewName {
  name: string;
  invitation?: string;
}

/** A position to be opened: its text, or that of the beginning of a scenario. */
export interface NewPosition {
  text?: string;
  game?: string;
  scenario?: string;
}

export interface NewSecret {
  secret: string;
}

/** A lesson or an attempt to be begun; whoever chooses the seed knows the dice. */
export interface NewStudy {
  seed?: number | string | null;
}

/** A tournament: everybody against everybody, or rounds of players who stand alike. */
export interface NewTournament {
  title: string;
  terms: Terms;
  form?: "robin" | "swiss";
  rounds?: number;
  both_sides?: boolean;
}

export interface Note {
  text: string;
}

export interface Notify {
  notices: boolean;
}

/** The game that the last step offers: a short scenario, or the first turns of a longer one. */
export interface NowPlay {
  label: string;
  scenario: string;
  opponent?: string;
}

/** The arithmetic of an attack, as far as the one who asks may know it. */
export interface OddsReport {
  attack: string;
  ratio: string;
  attackers: Strength[];
  defenders: Strength[];
  columns: string[];
  start: string;
  final: string;
  shifts: Shift[];
  faces: Face[];
  outcomes: Outcome[];
  attacker_losses?: Record<string, number>;
  defender_losses?: Record<string, number>;
  assumptions?: string[];
  must?: string;
  hexes?: string[];
  ground?: string;
  support?: Support[];
  approaches?: Approach[];
  left_out?: string[];
  moves?: string[][];
  after?: string[];
  counts?: string;
}

/** Which side has offered what, which has declined a draw, and which has left the game (`delete`). */
export interface Offers {
  draw: "german" | "allied" | null;
  takeback: "german" | "allied" | null;
  delete: "german" | "allied" | null;
  takeback_to: number | null;
  declined: "german" | "allied" | null;
  rematch: "german" | "allied" | null;
  settled: Settled | null;
}

/** A choice with those that follow it; None where they are many and have to be asked for. */
export interface OpenChoice {
  token: string;
  kind: "verb" | "unit" | "hex" | "hexside" | "waypoint" | "cell" | "piece" | "number" | "word" | "done" | "back";
  label: string;
  at?: string;
  completes?: boolean;
  commits?: "none" | "die" | "secret";
  default?: boolean;
  member?: boolean;
  cost?: string;
  stop?: boolean;
  path?: string[];
  surcharges?: Surcharge[];
  odds?: string;
  leaves?: number | null;
  succeeds?: number | null;
  price?: string;
  says?: string;
  places?: string[];
  rules?: string[];
  next?: Choice[] | null;
}

/** A switch of the game: an optional rule of the book, or a ruling of ours that can be had otherwise. */
export interface Option {
  id: string;
  title: string;
  default: boolean | number | string;
  rule: string;
  values: (boolean | number | string)[];
  origin: "book" | "house";
  says: string;
}

/** A planned attack, with support that might be added to it, by the ids that the report of odds lists. */
export interface OrderText {
  order: string[];
  support?: Record<string, number>;
}

/** Something that may come of a battle, with its exact chance. */
export interface Outcome {
  text: string;
  chance: number;
  good_for?: string;
}

/** A layer over the map as a side may know it; `notes` say in words what it shows. */
export interface Overlay {
  kind: "zones" | "supply" | "objectives" | "reinforcements";
  areas?: Area[];
  lines?: Line[];
  marks?: Mark[];
  notes?: string[];
}

/** How long a bot may think about a turn. */
export interface PaceInfo {
  id: "quick" | "normal" | "long";
  title: string;
  seconds: number;
}

/** Something beside the map: a track, a cup, a box; `hidden` counts pieces lying face down. */
export interface Part {
  id: string;
  kind: "track" | "box" | "cup" | "bin" | "display" | "holder" | "points" | "checklist" | "card" | "compass";
  title: string;
  owner?: string;
  rule?: string;
  note?: string;
  cells?: Cell[];
  hidden?: number;
  at?: string;
}

/** A player as everybody sees him; `bot` is "" for a person. */
export interface Person {
  id: string;
  name: string;
  bot: string;
}

/** A phase as the bar names it. `side` is "" where both sides act, or none. */
export interface Phase {
  title: string;
  side: SideWord | string;
  state: "done" | "now" | "later";
}

/** The phases of one name in all turns of a side. */
export interface PhaseSum {
  title: string;
  phases: number;
  accuracy: number;
  judgement: number;
}

/** A counter: as it looks now, its figures with one step, two steps and so on, and what it belongs to. */
export interface Piece {
  view: UnitView;
  values: Value[][];
  formation: string;
}

export interface PlaceFacts {
  name: string;
  hex: string;
  size: string;
  kinds: string[];
}

/** A line of the standings; `opponents` and `beaten` are points that break ties. */
export interface PlaceLine {
  person: Person;
  points: number;
  opponents: number;
  beaten: number;
  played: number;
}

export interface Played {
  number: number;
  events: Event[];
  state: SeatState;
}

/** A player as everybody sees him. */
export interface PlayerPage {
  person: Person;
  since: string;
  ratings: RatingLine[];
  playing: ClubMatch[];
  finished: ClubMatch[];
}

/** The German side's chance to win at a moment: at the beginning, after a roll, at the end of a phase. */
export interface Point {
  number: number;
  turn: number;
  side: SideWord | string;
  kind: "start" | "roll" | "phase";
  title: string;
  value: number;
}

/** A position, and what is different in it: counters that lie elsewhere, another of its moments. */
export interface PositionEdit {
  text: string;
  lying?: Record<string, Lying>;
  moment?: number | null;
}

/** A match that begins at a position, at one table or against a bot. */
export interface PositionMatch {
  text: string;
  seats: Seats;
}

/** The beginning of an order; `way` is a path written by hand, hex by hex, from which the move is to go on. */
export interface Prefix {
  prefix?: string[];
  way?: string;
}

/** Every refusal has this form, and some more beside it. */
export interface Problem {
  error: string;
  text: string;
  rule: string;
}

/** A problem as the page lists it. `reply` is the bot that answers before it is judged; "" if none does. */
export interface ProblemCard {
  game: string;
  id: string;
  title: string;
  task: string;
  level: number;
  side: SideWord;
  scenario: string;
  turn: number;
  goals: string[];
  reply: string;
}

/** What to look at, and then where: numbers of hexes. */
export interface ProblemHint {
  look: string;
  where: string[];
}

/** How far a study is, and what is known of it by now; `none` if nobody has asked for it, or all have left it. */
export interface Progress {
  state: "none" | "working" | "done" | "failed";
  done: number;
  ahead: number;
  wanted: number;
  text: string;
  analysis: Analysis | null;
  endings: Endings | null;
}

/** A side's chance to win, as far as it could know, after a number of orders. */
export interface Prospect {
  number: number;
  turn: number;
  title: string;
  chance: number;
}

export interface PushKey {
  key: string;
}

export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** More points for the side that is bid for. */
export interface Raise {
  bid: number;
}

/** Everybody by name, and everybody's ratings. */
export interface Ranking {
  people: Person[];
  ratings: RatingLine[];
}

/** How well somebody plays a side of a game; `deviation` says how uncertain that is. */
export interface RatingLine {
  person: Person;
  game: string;
  side: SideWord;
  rating: number;
  deviation: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Why something is not possible: the rule that forbids it, a sentence, and the places that cause it. */
export interface Refusal {
  rule: string;
  text: string;
  causes: string[];
  headline: string;
}

export interface RegionFacts {
  id: string;
  title: string;
  kind: string;
  side: string;
  hexes: string[];
}

/** The match with sides changed, and this player's seats in it. */
export interface Rematch {
  id: string;
  side: SideWord;
  secret: string;
}

export interface Rename {
  name: string;
}

/** What dice did: the chance after them less what they promised, for the German side. */
export interface Roll {
  number: number;
  turn: number;
  side: SideWord;
  text: string;
  expected: number;
  value: number;
  rule: string;
}

export interface Rule {
  id: string;
  title: string;
  text: string;
  check: "code" | "data" | "note";
  topic: string;
  optional: boolean;
  see: string[];
  why: string;
}

/** A problem whose reason names rules. */
export interface RuleProblem {
  id: string;
  title: string;
  rules: string[];
}

/** The rules of a game in plain words, with the rulings made on them and its charts. */
export interface RulesPage {
  game: Book;
  rules: Rule[];
  rulings: Ruling[];
  charts: Chart[];
  options: Option[];
  examples: ShownExample[];
  problems: RuleProblem[];
  gaps: string[];
}

/** An answer to a question that the book leaves open; counted like a rule. */
export interface Ruling {
  id: string;
  rule: string;
  question: string;
  ruling: string;
  check: "code" | "data" | "note";
  why: string;
}

export interface Say {
  text: string;
}

/** A scenario to be chosen, with its length in words: turns, and the hours that two people usually take. */
export interface ScenarioCard {
  id: string;
  title: string;
  summary: string;
  length: string;
  hours: string;
  preset: Record<string, boolean | number | string>;
  variant: boolean;
}

/** Who sits at a side. `pace` is "" for whoever does not search; `manners` are a bot's, `name` is a person's. */
export interface SeatInfo {
  kind: "here" | "link" | "bot";
  bot: string;
  pace: "quick" | "normal" | "long" | "";
  manners: boolean;
  name: string;
}

/** Who sits at a side of a new match; `manners`: a bot may resign a lost game, and take or offer a draw. */
export interface SeatOrder {
  kind: "here" | "link" | "bot";
  bot?: string;
  pace?: "quick" | "normal" | "long";
  manners?: boolean;
}

/** Everything a seat's screen shows; `side` is "" for a spectator. */
export interface SeatState {
  match: MatchInfo;
  side: "german" | "allied" | "";
  number: number;
  at: number;
  view: View;
  phases: Phase[];
  stage: "" | "before" | "after";
  battle: OddsReport | null;
  rolled: OddsReport | null;
  decision: DecisionView | null;
  waiting: Waiting | null;
  can_undo: boolean;
  rewrites: number;
  thinking: "german" | "allied" | "";
  thought: Thinking | null;
  stalled: boolean;
  intents: IntentLine[];
  chat: ChatLine[];
  said: number;
  notes: string;
  offers: Offers;
  rematch: string;
  present: string[];
}

/** Who sits at a new match; `coach`: whether whoever plays may ask for advice. Nobody may who plays by link. */
export interface Seats {
  german: SeatOrder;
  allied: SeatOrder;
  coach?: boolean;
}

export interface SecretList {
  secrets: string[];
}

/** What became of an offer, and which side saw to it: who withdraws has made it himself. */
export interface Settled {
  kind: "draw" | "takeback" | "rematch";
  by: SideWord;
  how: "accepted" | "declined" | "withdrawn";
}

/** How many of the games, and between which shares of all games the true one lies, with 95 % confidence. */
export interface Share {
  count: number;
  share: number;
  low: number;
  high: number;
}

/** The id by which a position is found again. */
export interface SharedPosition {
  id: string;
}

/** A position, ready to be edited; `text` is the whole of it. */
export interface Sheet {
  game: string;
  scenario: string;
  title: string;
  text: string;
  lying: Record<string, Lying>;
  pieces: Piece[];
  boxes: string[];
  statuses: string[];
  moments: Beginning[];
  turn: number;
  phase: string;
  side: "german" | "allied" | null;
  question: string;
  faults: string[];
  blocked: boolean;
}

/** A shift of the odds column: to the right (+) is better for the attacker. `open` says it may still be added. */
export interface Shift {
  value: number;
  rule: string;
  text: string;
  whose?: string;
  open?: boolean;
  leaves?: number | null;
}

/** An example of a rule: the number of its picture, and what it shows. */
export interface ShownExample {
  number: number;
  rule: string;
  says: string;
}

/** The usual way out of a moment while it is closed, and why. */
export interface ShutWay {
  token: string;
  label: string;
  refusal: Refusal;
}

/** A side of a game: its nations, those with most counters first, and one of its counters. */
export interface SideInfo {
  id: SideWord;
  title: string;
  nations: string[];
  piece: UnitView;
}

/** A side's game as a whole. */
export interface SideSum {
  side: SideWord;
  luck: number;
  judgement: number;
  accuracy: number;
  phases: PhaseSum[];
}

/** How players sign in here: with a passkey always, by a link sent by mail where the server can send any. */
export interface SignInWays {
  mail: boolean;
}

/** Whoever has signed in, with his key; null if he is new here, and a name is needed first. */
export interface SignedIn {
  key: NewKey | null;
}

/** A blunder: after which order, what it was, and whether the enemy made use of it. */
export interface Slip {
  number: number;
  turn: number;
  side: SideWord;
  text: string;
  punished: boolean;
}

/** The match in which a problem's solution was played, to be watched, and the reason why it works. */
export interface SolutionShown {
  id: string;
  why: string;
}

/** Points of a side for one kind of thing, and the places or units they were given for. */
export interface Source {
  side: SideWord;
  rule: string;
  title: string;
  points: number;
  what: string[];
}

/** The points of a side: the mean, and what four games in five lie between. */
export interface Spread {
  mean: number;
  low: number;
  high: number;
}

/** The points of both sides, and what they would mean if the game ended now, as far as that may be known. */
export interface Standing {
  german: number;
  allied: number;
  level?: string;
  text?: string;
}

/** One entry of the list of what is going on, with the rule it follows. */
export interface StepWords {
  title: string;
  rule: string;
}

/** What a unit counts for in a battle, and why it is not its printed value. */
export interface Strength {
  unit: string;
  printed: string;
  counted: string;
  reasons?: string[];
  rules?: string[];
}

/** An attack: who, on which hexes, at what odds, and the chance to take them. */
export interface Strike {
  units: string[];
  names: string[];
  hexes: string[];
  place: string;
  odds: string;
  chance: number;
}

/** A browser's subscription, as the browser itself writes it. */
export interface Subscribe {
  endpoint: string;
  keys: PushKeys;
}

export interface Subscribed {
  subscribed: boolean;
}

/** What either side might add to a battle: air points, a headquarters. `used` of at most `most` are counted. */
export interface Support {
  id: string;
  text: string;
  whose: string;
  most: number;
  used?: number;
  rule?: string;
  order?: string[];
}

/** What a step of a path costs beyond the terrain of the hex: a river, a zone left behind. */
export interface Surcharge {
  at: string;
  cost: string;
  text: string;
  rule: string;
}

/** An order that changed much: by how much, in favour of `side`, and what happened. */
export interface Swing {
  number: number;
  turn: number;
  side: SideWord;
  by: number;
  text: string;
  rule: string;
}

/** Undo one's last order. */
export interface TakeBack {
  number: number;
}

/** A seat that its holder wants to have by his name. */
export interface TakeSeat {
  secret: string;
}

/** A hex that may be attacked: as things are or after some orders, without some units, with so much support. */
export interface Target {
  hex: string;
  after?: string[][];
  without?: string[];
  support?: Record<string, number>;
}

/** What is to be played, and how. `bid_for` is the side that points are bid for. */
export interface Terms {
  game: string;
  scenario?: string;
  options?: Record<string, boolean | number | string>;
  sides?: "german" | "allied" | "drawn" | "bid";
  bid_for?: SideWord;
  pace?: GamePace;
  rated?: boolean;
  note?: string;
}

/** How far a bot is that weighs its plans: the share of its time that is used, and whether it has been hurried. */
export interface Thinking {
  done: number;
  text: string;
  hurried: boolean;
}

/** A tournament; `round` is the one that is played, 0 before the first. */
export interface TournamentInfo {
  id: string;
  title: string;
  host: Person;
  game: string;
  form: "robin" | "swiss";
  both_sides: boolean;
  round: number;
  rounds: number;
  state: "open" | "running" | "over";
  entrants: number;
  terms: Terms;
}

export interface TournamentPage {
  info: TournamentInfo;
  standings: PlaceLine[];
  rounds: TournamentRound[];
}

/** A round: its games, and who sits out. */
export interface TournamentRound {
  number: number;
  games: ClubMatch[];
  rests: Person[];
}

/** A turn as it ended: after `number` orders, with the ground each side holds. */
export interface TurnTale {
  turn: number;
  title: string;
  number: number;
  ground: Record<SideWord, string[]>;
  losses: Record<SideWord, number>;
  score: Record<string, number>;
  level: string;
}

/** A moment at which the game turned: dice, or a decision with what would have been better. */
export interface TurningPoint {
  number: number;
  turn: number;
  side: SideWord;
  by: number;
  kind: "dice" | "decision";
  text: string;
  better: Better | null;
}

/** A piece as a side sees it. */
export interface UnitView {
  id: string;
  name: string;
  side: SideWord;
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

/** A saved game to go on with. */
export interface Upload {
  journal: string;
  seats: Seats;
  upto?: number | null;
  ticket?: string;
}

/** How far the replay of a saved game is; `ahead` are the files that come first. */
export interface UploadProgress {
  ahead: number;
  done: number;
  every: number;
}

/** One of the figures at the foot of a counter; `plate` is the ground it is printed on (elite, low, heavy ...). */
export interface Value {
  text: string;
  plate?: string;
}

/** How an attempt at a problem stands: `open` until the time has come to judge. */
export interface Verdict {
  outcome: "open" | "solved" | "lucky" | "unlucky" | "missed";
  goals: GoalLine[];
  won: number;
  dice: number;
  why: string;
}

/** The whole board as a seat sees it. */
export interface View {
  game: string;
  scenario: string;
  seat: string;
  turn: number;
  units: UnitView[];
  control: Record<string, string>;
  parts: Part[];
  stack: string[];
  asked: SideWord[];
  over: boolean;
  verdict: string;
  markers: MarkerView[];
  overlays: ("zones" | "supply" | "objectives" | "reinforcements")[];
  about: string[];
  standing: Standing | null;
}

/** Which sides decide while one waits, and what it is about: "Combat". */
export interface Waiting {
  sides: SideWord[];
  about: string;
}

/** What leaving a step would mean: it cannot be left (must), something is lost (loses), or just a word (note). */
export interface Warning {
  kind: "must" | "loses" | "note";
  text: string;
  rule?: string;
  at?: string[];
  topic?: "" | "moves" | "attacks" | "air" | "supply" | "stacking" | "arrivals" | "support";
}

export interface WhyNot {
  token: string;
  prefix?: string[];
}

export type Category = "turn" | "moves" | "battles" | "losses" | "supply" | "events";

/** Every kind of event, and where it belongs in the log. */
export const KINDS: Readonly<Record<string, Category>> = {
  "turn": "turn",
  "move": "moves",
  "rail": "moves",
  "retreat": "moves",
  "advance": "moves",
  "arrival": "moves",
  "transfer": "moves",
  "shift": "moves",
  "exit": "moves",
  "drop": "moves",
  "landing": "moves",
  "airlift": "moves",
  "air": "moves",
  "evacuation": "moves",
  "withdrawn": "moves",
  "fall-back": "moves",
  "disengage": "moves",
  "reaction": "moves",
  "overrun": "moves",
  "waits": "moves",
  "attack": "battles",
  "battle": "battles",
  "result": "battles",
  "air-battle": "battles",
  "bombing": "battles",
  "bridgehead": "battles",
  "coup": "battles",
  "special-forces": "battles",
  "support": "battles",
  "defence": "battles",
  "reroll": "battles",
  "hold": "battles",
  "engaged": "battles",
  "lapsed": "battles",
  "interdiction": "battles",
  "naval": "battles",
  "fortress": "battles",
  "works": "battles",
  "loss": "losses",
  "eliminated": "losses",
  "disrupted": "losses",
  "full-retreat": "losses",
  "attrition": "losses",
  "rally": "losses",
  "recovery": "losses",
  "ready": "losses",
  "refit": "losses",
  "replacement": "losses",
  "supply": "supply",
  "railhead": "supply",
  "activation": "events",
  "better-defence": "events",
  "bid": "events",
  "break": "events",
  "chit": "events",
  "corps": "events",
  "deployment": "events",
  "draw": "events",
  "drawn": "events",
  "dyle": "events",
  "dynamo": "events",
  "effort": "events",
  "end": "events",
  "event": "events",
  "extension": "events",
  "form": "events",
  "gqg": "events",
  "group": "events",
  "halt": "events",
  "hq": "events",
  "invasion": "events",
  "italy": "events",
  "join": "events",
  "marker": "events",
  "morale": "events",
  "motorized": "events",
  "open-city": "events",
  "plan": "events",
  "points": "events",
  "refugees": "events",
  "release": "events",
  "resignation": "events",
  "round": "events",
  "rules": "events",
  "setup": "events",
  "snafu": "events",
  "surrender": "events",
  "terror": "events",
};
