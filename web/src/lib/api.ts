/** The service, one function per door. Every refusal arrives as a Trouble with a sentence for a person. */

import { ownKey } from "./settings.svelte";
import type {
  Again, ChatLine, Choice, Course, Created, Danger, Engagement, GameInfo, Guide, History, ListedMatch, LogLine, MapFacts, NewMatch, OddsReport, Overlay, OverlayKind, Played, Progress,
  PositionEdit, PositionSheet, Prospect, Refusal, Rematch, RuleBook, Seats, SeatState, SharedPosition, UploadProgress,
} from "./types";

export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly rule: string,
    readonly extra: Record<string, unknown>,
  ) {
    super(text);
  }

  /** Nobody answered: the line is down, which costs nothing. */
  get offline(): boolean {
    return this.status === 0;
  }
}

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const request: RequestInit = { method };
  const headers: Record<string, string> = ownKey() && asksForAName(path) ? { authorization: `Bearer ${ownKey()}` } : {};
  request.headers = headers;
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Trouble(0, "offline", "No connection.", "", {});
  }
  if (!answer.ok) throw await trouble(answer);
  return answer;
}

/** The key of a name goes only where it is asked for. */
function asksForAName(path: string): boolean {
  return path.startsWith("/api/club") || path.startsWith("/api/matches");
}

async function trouble(answer: Response): Promise<Trouble> {
  let extra: Record<string, unknown> = {};
  try {
    extra = (await answer.json()) as Record<string, unknown>;
  } catch {
    // a proxy may answer with a page; the status says enough
  }
  const text = typeof extra.text === "string" ? extra.text : "Something went wrong on our side. Your game is safe.";
  return new Trouble(answer.status, String(extra.error ?? "broken"), text, String(extra.rule ?? ""), extra);
}

export async function get<T>(path: string): Promise<T> {
  return (await (await call("GET", path)).json()) as T;
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const text = await (await call("POST", path, body)).text();
  return (text ? JSON.parse(text) : null) as T;
}

export async function text(path: string): Promise<string> {
  return (await call("GET", path)).text();
}

export async function remove(path: string): Promise<void> {
  await call("DELETE", path);
}

async function drop<T>(path: string): Promise<T> {
  return (await (await call("DELETE", path)).json()) as T;
}

export const games = () => get<GameInfo[]>("/api/games");
export const rules = (game: string) => get<RuleBook>(`/api/games/${game}/rules`);
export const guide = (game: string) => get<Guide>(`/api/games/${game}/guide`);
export const mapFacts = (game: string, scenario: string) => get<MapFacts>(`/api/games/${game}/${scenario}/map.json`);
export const mapDrawing = async (game: string, scenario: string) =>
  (await call("GET", `/api/games/${game}/${scenario}/map.svg`)).text();
export const create = (match: NewMatch) => post<Created>("/api/matches", match);
/** Starts a game from a file; `told` hears now and then how far its replay is. */
export async function upload(
  journal: string,
  seats: Seats,
  upto?: number,
  told: (far: UploadProgress) => void = () => {},
): Promise<Created> {
  const ticket = Math.random().toString(36).slice(2);
  const watch = setInterval(() => void get<UploadProgress>(`/api/uploads/${ticket}`).then(told, () => {}), 700);
  try {
    return await post<Created>("/api/matches/upload", { journal, seats, ticket, ...(upto === undefined ? {} : { upto }) });
  } finally {
    clearInterval(watch);
  }
}
export const openPosition = (wanted: { text: string } | { game: string; scenario: string }) => post<PositionSheet>("/api/positions/open", wanted);
export const editPosition = (edit: PositionEdit) => post<PositionSheet>("/api/positions/edit", edit);
export const sharePosition = (position: string) => post<SharedPosition>("/api/positions", { text: position });
export const sharedPosition = (id: string) => text(`/api/positions/${encodeURIComponent(id)}`);
export const playPosition = (position: string, seats: Seats) => post<Created>("/api/matches/position", { text: position, seats });
export const list = (secrets: string[]) => post<ListedMatch[]>("/api/list", { secrets });
export const pushKey = () => get<{ key: string }>("/api/push-key");

/** A place from which a game is looked at: a seat by its secret, or a spectator's by the match. */
export class Place {
  constructor(
    readonly base: string,
    readonly seated: boolean,
  ) {}

  static seat(secret: string): Place {
    return new Place(`/api/seats/${secret}`, true);
  }

  static spectator(id: string): Place {
    return new Place(`/api/matches/${id}`, false);
  }

  state = (at?: number, viewpoint = "") => {
    const query = new URLSearchParams();
    if (at !== undefined) query.set("at", String(at));
    if (viewpoint) query.set("viewpoint", viewpoint);
    return get<SeatState>(`${this.base}/state${query.size ? `?${query}` : ""}`);
  };
  advice = () => post<Course>(`${this.base}/advice`);
  dangers = () => get<Danger[]>(`${this.base}/dangers`);
  prospects = () => get<Prospect[]>(`${this.base}/prospects`);
  /** A study of this game: an analysis, or games played on from a moment (`at`) to their end. */
  study = (kind: "analysis" | "endings", at?: number) => {
    const path = `${this.base}/${kind}${at === undefined ? "" : `?at=${at}`}`;
    return { begin: () => post<Progress>(path), look: () => get<Progress>(path), drop: () => drop<Progress>(path) };
  };
  position = () => text(`${this.base}/position`);
  report = () => get<History>(`${this.base}/report`);
  log = (from: number) => get<LogLine[]>(`${this.base}/log?from=${from}`);
  choices = async (prefix: string[], way = "") =>
    (await post<{ choices: Choice[] }>(`${this.base}/choices`, way ? { prefix, way } : { prefix })).choices;
  overlay = (kind: OverlayKind, at?: number, unit = "") => {
    const query = new URLSearchParams({ kind });
    if (unit) query.set("unit", unit);
    if (at !== undefined) query.set("at", String(at));
    return get<Overlay>(`${this.base}/overlay?${query}`);
  };
  whyNot = (prefix: string[], token: string) => post<Refusal | null>(`${this.base}/why-not`, { prefix, token });
  odds = (order: string[], support: Record<string, number> = {}) =>
    post<OddsReport | null>(`${this.base}/odds`, { order, support });
  threat = (hex: string, how: { after?: string[][]; without?: string[]; support?: Record<string, number> } = {}) =>
    post<OddsReport | null>(`${this.base}/threat`, { hex, ...how });
  muster = (hex: string, how: { without?: string[]; support?: Record<string, number> } = {}) =>
    post<OddsReport | null>(`${this.base}/muster`, { hex, ...how });
  engagements = () => get<Engagement[]>(`${this.base}/engagements`);
  order = (number: number, order: string[]) => post<Played>(`${this.base}/orders`, { number, order });
  undo = (number: number) => post<Played>(`${this.base}/undo`, { number });
  earlier = (before: number) => get<ChatLine[]>(`${this.base}/chat?before=${before}`);
  say = (text: string) => post<unknown>(`${this.base}/chat`, { text });
  note = (text: string) => post<unknown>(`${this.base}/notes`, { text });
  resign = () => post<unknown>(`${this.base}/resign`);
  draw = (answer?: boolean) => post<unknown>(`${this.base}/draw`, answer === undefined ? {} : { answer });
  takeback = (answer?: boolean) => post<unknown>(`${this.base}/takeback`, answer === undefined ? {} : { answer });
  rematch = (against?: Again) => post<Rematch>(`${this.base}/rematch`, against ?? {});
  declineRematch = () => post<SeatState>(`${this.base}/rematch/decline`);
  /** Say what to call whoever sits here: whoever has a name with a key takes the seat by it. */
  call = async (name: string): Promise<void> => {
    if (ownKey()) await post("/api/club/seats", { secret: this.base.split("/").pop() });
    else await post(`${this.base}/name`, { name });
  };
  comeBack = () => post<SeatState>(`${this.base}/return`);
  hurry = () => post<SeatState>(`${this.base}/hurry`);
  /** A new link for the seat; whoever has it by name keeps it so. */
  replace = async (): Promise<{ secret: string }> => {
    const found = await post<{ secret: string }>(`${this.base}/replace`);
    if (ownKey()) await post("/api/club/seats", found).catch(() => undefined); // it may be somebody else's
    return found;
  };
  subscribe = (endpoint: string, keys: Record<string, string>) => post<unknown>(`${this.base}/push`, { endpoint, keys });
  leave = async () => (await (await call("DELETE", this.base)).json()) as { deleted: boolean };

  feed = async () => (await get<{ path: string }>(`${this.base}/feed`)).path;

  get journal(): string {
    return `${this.base}/journal`;
  }

  updates(): WebSocket {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${this.base}/updates`);
  }
}
