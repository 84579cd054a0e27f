/** The face of a counter, drawn in hundredths of its side (0,0 to 100,100). Built once per unit and step. */

import type { Unit, Value } from "./types";

const CROSS = '<path d="M0 0L54 36M0 36L54 0"/>';
const SLASH = '<path d="M0 36L54 0"/>';
const OVAL = '<path d="M17 9H37A9 9 0 0 1 37 27H17A9 9 0 0 1 17 9Z"/>';
const WHEELS = '<circle cx="13" cy="40.6" r="3.4" class="out"/><circle cx="41" cy="40.6" r="3.4" class="out"/>';
const SYMBOLS: Record<string, string> = {
  infantry: CROSS,
  motorized: CROSS + WHEELS,
  motorized_infantry: CROSS + WHEELS,
  armored_infantry: CROSS + OVAL,
  mountain: `${CROSS}<path d="M19 36L27 23L35 36Z" class="ink"/>`,
  mountain_infantry: `${CROSS}<path d="M19 36L27 23L35 36Z" class="ink"/>`,
  parachute: `${CROSS}<path d="M17 35A5 5 0 0 1 27 35A5 5 0 0 1 37 35"/>`,
  airlanding: `${CROSS}<path d="M13 31L27 35L41 31M27 29V36"/>`,
  fortress_infantry: `${CROSS}<path d="M0 0H0V-5H9V0H18V-5H27V0H36V-5H45V0H54" class="outl"/>`,
  static: `${CROSS}<path d="M0 30H54"/>`,
  machine_gun: `${CROSS}<path d="M27 4V30M21 24L27 31L33 24" stroke-width="2.2"/>`,
  colonial: `${CROSS}<path d="M27 3.5V13M22.5 6.5H31.5M22 10.5A5 5 0 0 0 32 10.5" stroke-width="2"/>`,
  cavalry: SLASH,
  mech_cavalry: SLASH + WHEELS,
  armored_cavalry: SLASH + OVAL,
  reconnaissance: `${SLASH}<path d="M7 8L13 14M13 8L7 14" stroke-width="2"/>`,
  armor: OVAL,
  tank: OVAL,
  heavy_tank: '<path d="M17 9H37A9 9 0 0 1 37 27H17A9 9 0 0 1 17 9Z" class="ink"/>',
  artillery: '<circle cx="27" cy="18" r="6.5" class="ink"/>',
  hq: '<path d="M0 36V48" class="outl"/><text x="27" y="25.5" class="sym">HQ</text>',
  headquarters: '<path d="M0 36V48" class="outl"/><text x="27" y="25.5" class="sym">HQ</text>',
  fort: '<path d="M12 29V13L27 6L42 13V29Z" class="ink"/>',
  fortress: '<path d="M12 29V13L27 6L42 13V29Z" class="ink"/>',
  air_landing: `${CROSS}<path d="M13 31L27 35L41 31M27 29V36"/>`,
  corps_marker: `${OVAL}<path d="M0 9H54" stroke-width="1.6"/>`,
  supply: '<path d="M0 27H54"/>',
  logistics: `<path d="M0 27H54"/>${WHEELS}`,
  special: '<text x="27" y="25.5" class="sym">SF</text>',
};
const SILHOUETTES: Record<string, string> = {
  stuka: "M27 2C28.6 2 29.4 5 29.6 9L33 10L49 7.5L50 11L36 17.5L29.4 18.5L28.8 28L36 31.5V34L27 33L18 34V31.5L25.2 28L24.6 18.5L18 17.5L4 11L5 7.5L21 10L24.4 9C24.6 5 25.4 2 27 2Z",
  fighter: "M27 2C28.6 2 29.2 5 29.4 10L50 14.5V18L29.4 20L28.8 28L35 31V33.5L27 32.5L19 33.5V31L25.2 28L24.6 20L4 18V14.5L24.6 10C24.8 5 25.4 2 27 2Z",
  ship: "M2 22H52L45 31H9ZM12 21V15H20V21ZM23 21V8H25V11H31V21ZM34 21V16H42V21Z",
  para: "M27 3A16 13 0 0 1 43 16H11A16 13 0 0 1 27 3ZM11 16L26 30M43 16L28 30M27 16V30M24 30H30V35H24Z",
  bomber: "M27 1C28.8 1 29.6 4 29.8 8.5L37 9.6V6.5H39.5V10L53 12.5V16L29.8 18.4L29 28L37 31V34L27 32.6L17 34V31L25 28L24.2 18.4L1 16V12.5L14.5 10V6.5H17V9.6L24.2 8.5C24.4 4 25.2 1 27 1Z",
};
const PLANES: Record<string, string> = { air: "fighter", naval: "ship", navy: "ship", airlift: "para", transport: "para" };
const ALOFT = /^(air|airlift|transport|stuka|fighter|bomber)$/;
const BADGES: Record<string, [string, string]> = {
  disrupted: ["b-warn", '<path d="M1.5-9.5L-6 1.5H-.8L-2.2 9.5L6-2H.9Z" class="g"/>'],
  unsupplied: ["b-bad", '<path d="M-5-8H5V8H-5ZM-5-2.6H5M-5 2.8H5" class="l"/><path d="M-9.5 9.5L9.5-9.5" class="l"/>'],
  isolated: ["b-bad", '<circle r="7.5" class="l"/><circle r="2.2" class="g"/>'],
  retreat: ["b-bad", '<path d="M1-8L-8 0L1 8ZM9-8L1 0L9 8Z" class="g"/>'],
  train: ["b-info", '<path d="M-7-8H7V4H-7ZM-4-5H4V0H-4ZM-6 9L-3 4M6 9L3 4" class="l"/>'],
  moved: ["b-done", '<path d="M-6 0L-1.5 5L7-5.5" class="l"/>'],
  gqg: ["b-gqg", '<text y="5.5" class="t">GQG</text>'],
  halt: ["b-bad", '<path d="M-3.8-9.2H3.8L9.2-3.8V3.8L3.8 9.2H-3.8L-9.2 3.8V-3.8Z" class="l"/><path d="M-5 0H5" class="l"/>'],
  engaged: ["b-warn", '<path d="M-8-8L8 8M8-8L-8 8M-9 3L-3 9M9 3L3 9" class="l"/>'],
  leader: ["b-info", '<path d="M0-9L2.6-2.8L9.3-2.3L4.2 2L5.8 8.6L0 5L-5.8 8.6L-4.2 2L-9.3-2.3L-2.6-2.8Z" class="g"/>'],
  attrition: ["b-bad", '<path d="M-6-4H6A4 4 0 0 1 6 4H-6A4 4 0 0 1-6-4ZM-9 9L9-9" class="l"/>'],
  landed: ["b-info", '<path d="M-9 2H9L6 8H-6ZM0 2V-8L7 0" class="l"/>'],
  fort: ["b-info", '<path d="M-8 7V-3L0-8L8-3V7Z" class="l"/>'],
  dropped: ["b-info", '<path d="M-8-1A8 7 0 0 1 8-1ZM-8-1L0 9L8-1M0-1V9" class="l"/>'],
};
const MARKS: Record<string, string> = {
  star: '<path d="M88 33l2.6 6.2 6.7.5-5.1 4.3 1.6 6.6-5.8-3.6-5.8 3.6 1.6-6.6-5.1-4.3 6.7-.5z" class="ink"/>',
  cross: '<path d="M85 33h6v6h6v6h-6v6h-6v-6h-6v-6h6z" fill="#fff"/>',
  lorraine: '<path d="M89 30V54M83 36H95M80.5 43H97.5" class="cl"/>',
};
const NATIONS: Record<string, string> = {
  german: "DE", ss: "SS", luftwaffe: "LW", french: "FR", british: "UK", belgian: "BE", dutch: "NL", swiss: "CH",
};

const faces = new Map<string, string>();

/** The inner drawing of a counter; the group around it carries nation and state as classes. */
export function face(unit: Unit, codes: boolean): string {
  const { designation, parent, size, symbol, steps, max_steps, values, status, caption, mark, tint } = unit;
  const key = JSON.stringify([designation, parent, size, symbol, steps, max_steps, values, status, caption, mark, tint, unit.nation, codes]);
  let drawn = faces.get(key);
  if (drawn === undefined) faces.set(key, (drawn = draw(unit, codes)));
  return drawn;
}

function draw(unit: Unit, codes: boolean): string {
  return (
    '<rect x="2.5" y="4" width="100" height="100" rx="7" class="shadow"/><rect width="100" height="100" rx="7" class="body"/>' +
    '<path d="M2.2 95V7.5A5.3 5.3 0 0 1 7.5 2.2H95" class="hi"/><path d="M97.8 5V92.5A5.3 5.3 0 0 1 92.5 97.8H5" class="lo"/>' +
    `<g class="face${unit.tint ? ` tint${unit.tint}` : ""}">${head(unit)}${pips(unit)}${symbol(unit.symbol)}${mark(unit, codes)}${figures(unit.values ?? [])}${caption(unit)}</g>` +
    `<rect width="100" height="100" rx="7" class="edge"/>${badges(unit.status ?? [])}`
  );
}

function head(unit: Unit): string {
  const echelon = unit.size ?? "";
  const half = echelon.length * 4.9;
  const room = unit.parent ? 40 - half : 84 - 2 * half;
  let out = "";
  const name = brief(unit.designation ?? "", room);
  if (name) out += `<text x="6" y="20" class="id"${fit(name, room, 9.6)}>${plain(name)}</text>`;
  if (unit.parent) out += `<text x="94" y="20" class="id r"${fit(unit.parent, 40 - half, 8)}>${plain(unit.parent)}</text>`;
  if (echelon) out += `<text x="${unit.parent ? 50 : 94}" y="19.5" class="ech${unit.parent ? "" : " r"}">${plain(echelon)}</text>`;
  return `<g class="head">${out}</g>`;
}

function pips(unit: Unit): string {
  const most = unit.max_steps ?? 1;
  if (most < 2) return "";
  const top = Math.max(25, 44 - most * 5.5);
  let out = "";
  for (let k = 0; k < most; k++) {
    out += `<rect x="7.5" y="${top + 11 * k}" width="8" height="8" class="pip${k < (unit.steps ?? 1) ? "" : " lost"}"/>`;
  }
  return `<g class="pips">${out}</g>`;
}

function symbol(kind: string): string {
  const flying = SILHOUETTES[PLANES[kind] ?? kind];
  if (flying) return `<path transform="translate(19 25) scale(1.15)" d="${flying}" class="ink"/>`;
  const art = SYMBOLS[kind] ?? `<text x="27" y="25.5" class="sym">${plain(kind.slice(0, 3))}</text>`;
  return `<g class="nato" transform="translate(23 27)"><rect width="54" height="36" class="box"/>${art}<rect width="54" height="36" fill="none"/></g>`;
}

function mark(unit: Unit, codes: boolean): string {
  const sign = unit.mark || (unit.nation === "swiss" ? "cross" : "");
  const code = codes ? `<text x="88.5" y="${sign ? 63 : 50.3}" class="qt">${NATIONS[unit.nation] ?? ""}</text>` : "";
  if (!sign) return code;
  return code ? `<g transform="translate(0 -9)">${badge(sign)}</g>${code}` : badge(sign);
}

/** What stands beside the symbol: a leader's sign, or a figure in a ring. */
function badge(sign: string): string {
  return MARKS[sign] ?? `<circle cx="88.5" cy="45" r="8.5" class="q"/><text x="88.5" y="50.3" class="qt">${plain(sign)}</text>`;
}

function caption(unit: Unit): string {
  return unit.caption ? `<text x="50" y="91" class="note"${fit(unit.caption, 86, 7.4)}>${plain(unit.caption)}</text>` : "";
}

function figures(values: Value[]): string {
  let [size, wide, gap] = [27, 15.1, 9.7];
  const pad = (plate?: string) => (plate === "ring" ? size * 0.3 : 0);
  let total = values.reduce((sum, v) => sum + v.text.length * wide + pad(v.plate), 0) + gap * (values.length - 1);
  if (total > 88) {
    const k = 88 / total;
    [size, wide, gap, total] = [size * k, wide * k, gap * k, 88];
  }
  let x = 50 - total / 2;
  let out = "";
  values.forEach((value, n) => {
    const width = value.text.length * wide + pad(value.plate);
    out += plate(value, x, width, size);
    out += `<text x="${(x + width / 2).toFixed(1)}" y="92.5" font-size="${size.toFixed(1)}" class="val ${value.plate ?? ""}">${plain(value.text)}</text>`;
    x += width;
    if (n === values.length - 1) return;
    out += `<rect x="${(x + gap * 0.22).toFixed(1)}" y="${(92.5 - size * 0.4).toFixed(1)}" width="${(gap * 0.56).toFixed(1)}" height="${(size * 0.105).toFixed(1)}" class="dash"/>`;
    x += gap;
  });
  return `<g class="vals">${out}</g>`;
}

function plate(value: Value, x: number, width: number, size: number): string {
  if (!value.plate || value.plate === "red") return "";
  if (value.plate === "ring") {
    return `<circle cx="${(x + width / 2).toFixed(1)}" cy="${(92.5 - size * 0.36).toFixed(1)}" r="${(size * 0.47).toFixed(1)}" class="plate ring"/>`;
  }
  return `<rect x="${(x - 2.5).toFixed(1)}" y="${(92.5 - size * 0.82).toFixed(1)}" width="${(width + 5).toFixed(1)}" height="${(size * 0.97).toFixed(1)}" rx="2.5" class="plate ${value.plate}"/>`;
}

/** Two badges at most; with more, the second becomes a plus. The inspector has the words. */
function badges(status: string[]): string {
  const shown = status.length > 2 ? [status[0] as string, "+"] : status;
  const drawn = shown.map((word, k) => {
    const [look, art] = BADGES[word] ?? ["b-info", `<text y="6" font-size="18" text-anchor="middle" class="g">${plain(word[0]?.toUpperCase() ?? "")}</text>`];
    return `<g class="badge ${look}" transform="translate(97 ${45 - 17 * (shown.length - 1) + 34 * k})"><circle r="16.5"/>${art}</g>`;
  });
  return `<g class="badges">${drawn.join("")}</g>`;
}

/** A designation as far as it can be read: squeezed to 70 % at most, else its number or its first letters. */
function brief(text: string, room: number): string {
  const most = Math.max(2, Math.floor(room / 6.7));
  if (text.length <= most) return text;
  return text.match(/\d+$/)?.[0] ?? text.slice(0, most);
}

function fit(text: string, room: number, per: number): string {
  return text.length * per > room + 3 ? ` textLength="${room.toFixed(1)}" lengthAdjust="spacingAndGlyphs"` : "";
}

function plain(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** The colour of a status, for the dot that stands for it on the top counter of a stack. */
export function badgeLook(word: string): string {
  return BADGES[word]?.[0] ?? "b-info";
}

/** Whether a counter is an aircraft: it lies over a hex, not in it. */
export function flies(unit: Unit): boolean {
  return ALOFT.test(unit.symbol);
}

/** A unit in words, for tooltips and screen readers. */
export function unitWords(unit: Unit): string {
  const steps = (unit.max_steps ?? 1) > 1 ? `${unit.steps ?? 1} of ${unit.max_steps} steps` : "";
  const values = (unit.values ?? []).map((value) => value.text).join("-");
  return [unit.name, values, unit.caption, unit.mark && `quality ${unit.mark}`, steps, ...(unit.status ?? [])].filter(Boolean).join(", ");
}
