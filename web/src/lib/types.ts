/** What the service sends, by the names that the pages use. The types themselves are written from its description. */

import type { Offers, Overlay, Part, SeatInfo, SideWord, Thinking } from "./wire";

export { KINDS } from "./wire";
export type {
  Again, Area, BotInfo as Bot, Cell, Chart, Created, DecisionView as Decision, Event as GameEvent, GameInfo, Guide, GuideCard, GuideStep,
  HexFacts as Hex, History, ListedMatch, LogLine, Luck, MapFacts, Mark, MarkerView as Marker, Moment, NewMatch,
  OddsReport, OpenChoice as Choice, Overlay, Part, Phase, Played, Refusal, Rematch, RulesPage as RuleBook, Ruling,
  IntentLine, PaceInfo, SeatInfo, SeatOrder, SeatState, Shift, SideInfo, SideWord as Side, Strength, Support, Thinking, TurnTale, UnitView as Unit, Value, View, Waiting, Warning,
} from "./wire";

export type PartKind = Part["kind"];
export type OverlayKind = Overlay["kind"];

/** How long a bot that searches may think about a turn. */
export type Pace = Exclude<SeatInfo["pace"], "">;

export const SIDES: readonly SideWord[] = ["german", "allied"];
export const SIDE_TITLE: Record<string, string> = { german: "German", allied: "Allied" };

/** What the service announces by the websocket, which its description does not tell of: by hand, as the service sends it. */
export type Announced =
  | { type: "changed"; number: number; by: SideWord; asked: SideWord[]; over: boolean }
  | { type: "thinking"; side: SideWord | ""; stalled: boolean; thought: Thinking | null }
  | { type: "present"; sides: SideWord[] }
  | { type: "chat"; line: { side: string; text: string; at: string } }
  | { type: "offer"; offers: Offers; by: SideWord; declined: string }
  | { type: "rematch"; id: string }
  | { type: "deleted" };
