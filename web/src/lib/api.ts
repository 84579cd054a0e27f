/** The service, one function per door. Every refusal arrives as a Trouble with a sentence for a person. */

import type {
  Again, Choice, Created, GameInfo, Guide, History, ListedMatch, LogLine, MapFacts, NewMatch, OddsReport, Overlay, OverlayKind, Played, Refusal,
  Rematch, RuleBook, SeatOrder, SeatState, Side,
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
  if (body !== undefined) {
    request.headers = { "content-type": "application/json" };
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

async function get<T>(path: string): Promise<T> {
  return (await (await call("GET", path)).json()) as T;
}

async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const text = await (await call("POST", path, body)).text();
  return (text ? JSON.parse(text) : null) as T;
}

export const games = () => get<GameInfo[]>("/api/games");
export const rules = (game: string) => get<RuleBook>(`/api/games/${game}/rules`);
export const guide = (game: string) => get<Guide>(`/api/games/${game}/guide`);
export const mapFacts = (game: string, scenario: string) => get<MapFacts>(`/api/games/${game}/${scenario}/map.json`);
export const mapDrawing = async (game: string, scenario: string) =>
  (await call("GET", `/api/games/${game}/${scenario}/map.svg`)).text();
export const create = (match: NewMatch) => post<Created>("/api/matches", match);
export const upload = (journal: string, seats: Record<Side, SeatOrder>, upto?: number) =>
  post<Created>("/api/matches/upload", upto === undefined ? { journal, seats } : { journal, seats, upto });
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
  threat = (hex: string, how: { after?: string[]; without?: string[]; support?: Record<string, number> } = {}) =>
    post<OddsReport | null>(`${this.base}/threat`, { hex, ...how });
  order = (number: number, order: string[]) => post<Played>(`${this.base}/orders`, { number, order });
  undo = (number: number) => post<Played>(`${this.base}/undo`, { number });
  say = (text: string) => post<unknown>(`${this.base}/chat`, { text });
  note = (text: string) => post<unknown>(`${this.base}/notes`, { text });
  resign = () => post<unknown>(`${this.base}/resign`);
  draw = (answer?: boolean) => post<unknown>(`${this.base}/draw`, answer === undefined ? {} : { answer });
  takeback = (answer?: boolean) => post<unknown>(`${this.base}/takeback`, answer === undefined ? {} : { answer });
  rematch = (against?: Again) => post<Rematch>(`${this.base}/rematch`, against ?? {});
  hurry = () => post<SeatState>(`${this.base}/hurry`);
  replace = () => post<{ secret: string }>(`${this.base}/replace`);
  subscribe = (endpoint: string, keys: Record<string, string>) => post<unknown>(`${this.base}/push`, { endpoint, keys });
  remove = async () => (await (await call("DELETE", this.base)).json()) as { deleted: boolean };

  get feed(): string {
    return `${this.base}/feed`;
  }

  get journal(): string {
    return `${this.base}/journal`;
  }

  updates(): WebSocket {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${this.base}/updates`);
  }
}
