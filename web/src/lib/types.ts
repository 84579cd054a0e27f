/** What the service sends, by the names that the pages use. The types themselves are written from its description. */

import type { Offers, Overlay, Part, SeatInfo, SideWord, Thinking } from "./wire";

export { KINDS } from "./wire";
export type {
  Again, Area, BotInfo as Bot, Cell, Chart, ChatLine, Created, DecisionView as Decision, Engagement, Event as GameEvent, GameInfo, Guide, GuideCard, GuideStep,
  HexFacts as Hex, History, ListedMatch, LogLine, Luck, MapFacts, Mark, MarkerView as Marker, Mobility, Moment, NewMatch,
  OddsReport, Offers, OpenChoice as Choice, Overlay, Part, Phase, Played, Refusal, Rematch, RulesPage as RuleBook, Ruling,
  IntentLine, PaceInfo, SeatInfo, SeatOrder, SeatState, Shift, SideInfo, SideWord as Side, Strength, Settled, Support, Thinking, TurnTale, UnitView as Unit, Value, Beginning, Lying, Piece, PositionEdit, SharedPosition, Sheet as PositionSheet, View, Waiting, Warning, UploadProgress,
} from "./wire";

export type {
  Analysis, Better, Course, Danger, Endings, Fault, Judged, Level, Point as CurvePoint, Progress, Prospect, Seats, Share, SideSum, TurningPoint,
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
  | { type: "offer"; offers: Offers }
  | { type: "rematch"; id: string }
  | { type: "name"; side: SideWord; name: string }
  | { type: "deleted" };
