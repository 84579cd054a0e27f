/** The pictograms of markers, drawn around their middle; the look is a ground colour unless the marker's owner gives one. */

import type { Marker } from "./types";

const PLANE = "translate(-31 -22) scale(1.15)";
const SIGNS: Record<string, [string, string]> = {
  "disrupted": ["m-warn", '<path class="s" d="M3-26L-16 4H-3L-6 25L17-6H4Z"/>'],
  "retreat": ["m-bad", '<path class="s" d="M2-20L-22 0L2 20ZM24-20L2 0L24 20Z"/>'],
  "unsupplied": ["m-earth", '<path d="M-13-22H13V20H-13ZM-13-8H13M-13 6H13"/><path d="M-24 24L24-24" stroke="#c8321f" stroke-width="6"/>'],
  "isolated": ["m-bad", '<circle r="21"/><circle r="6" class="s"/>'],
  "engaged": ["m-warn", '<path d="M-20-20L20 20M20-20L-20 20M-24 8L-8 24M24 8L8 24"/>'],
  "train": ["", '<path d="M-18-22H18V12H-18ZM-12-14H12V0H-12ZM-14 26L-8 12M14 26L8 12"/>'],
  "auto-ds": ["m-dark", '<text y="9" font-size="30">DS</text>'],
  "breakthrough": ["m-dark", '<path d="M-24 0H8M-4-16L16 0L-4 16M12-20V20"/>'],
  "gqg": ["m-gqg", '<text y="9" font-size="28">GQG</text>'],
  "halt": ["m-bad", '<path d="M-10-24H10L24-10V10L10 24H-10L-24 10V-10Z"/><path d="M-12 0H12"/>'],
  "used": ["m-grey", '<path d="M-18 0L-5 14L20-14"/>'],
  "initiative": ["m-earth", '<path class="s" d="M0-26L7-8L26-7L11 5L16 24L0 13L-16 24L-11 5L-26-7L-7-8Z"/>'],
  "move": ["m-de", '<path d="M-24 0H16M4-14L20 0L4 14"/>'],
  "combat": ["m-de", '<path d="M-20-20L20 20M20-20L-20 20"/>'],
  "move-combat": ["m-al", '<path d="M-24-6H0M-8-15L3-6L-8 3M6 2L22 20M22 2L6 20"/>'],
  "hidden": ["m-dark", '<text y="14" font-size="40">?</text>'],
  "armour": ["m-de", '<path d="M-14-10H14A10 10 0 0 1 14 10H-14A10 10 0 0 1-14-10Z"/>'],
  "lorraine": ["m-fr", '<path d="M0-26V26M-12-14H12M-18-2H18"/>'],
  "boat": ["m-uk", '<path d="M-24 4H24L16 20H-16ZM0 4V-22L18-2"/>'],
  "attrition": ["m-earth", '<path d="M-16-8H16A8 8 0 0 1 16 8H-16A8 8 0 0 1-16-8Z"/><path d="M-24 20L24-20" stroke="#c8321f" stroke-width="6"/>'],
  "bridgehead": ["m-earth", '<path d="M-26 12C-14 4-8 20 4 12S18 4 26 12" stroke="#2f6f9c"/><path d="M-14 12V-8H14V12M-14-8L0-20L14-8"/>'],
  "pontoon": ["m-sea", '<path d="M-26 0H26M-18 0V10M-6 0V10M6 0V10M18 0V10M-26-10H26"/>'],
  "crossing-cut": ["m-bad", '<path d="M-26-6H-6M6-6H26M-26 6H-6M6 6H26M-6-14L6 14"/>'],
  "line": ["m-be", '<path d="M-26 12V-4H-16V-14H-6V-4H6V-14H16V-4H26V12Z"/>'],
  "defence": ["m-fr", '<path class="s" d="M0-26L22-16V0C22 14 12 22 0 28C-12 22-22 14-22 0V-16Z"/>'],
  "fort-destroyed": ["m-grey", '<path d="M-22 18V-8L0-20L22-8V18Z"/><path d="M-26 22L26-22" stroke="#c8321f" stroke-width="6"/>'],
  "refugees": ["m-earth", '<circle cx="-12" cy="-14" r="6" class="s"/><path class="s" d="M-20 22V2A8 8 0 0 1-4 2V22Z"/><circle cx="12" cy="-6" r="5" class="s"/><path class="s" d="M5 22V8A7 7 0 0 1 19 8V22Z"/>'],
  "railhead": ["", '<path d="M-24-8H24M-24 8H24M-16-14V14M-4-14V14M8-14V14"/><path class="s" d="M16-16H24V16H16Z"/>'],
  "german-control": ["m-de", '<path d="M-6-22H6V-6H22V6H6V22H-6V6H-22V-6H-6Z"/>'],
  "allied-control": ["m-al", '<circle r="22"/><circle r="12"/><circle r="4" class="s"/>'],
  "open-city": ["", '<path d="M-22 20V-6H-10V-18H4V-2H20V20Z"/><path d="M-6 20V8H4V20"/>'],
  "terror": ["m-dark", '<path d="M0-24V-8M-16-18L-8-4M16-18L8-4" /><path class="s" d="M-20 22L-12 2L0 14L12 2L20 22Z"/>'],
  "port": ["m-sea", '<path d="M0-22V22M-12-12H12M-20 6A20 18 0 0 0 20 6M0-22m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0"/>'],
  "dynamo-air": ["m-uk", `<path class="s" transform="${PLANE}" d="M27 2C28.6 2 29.2 5 29.4 10L50 14.5V18L29.4 20L28.8 28L35 31V33.5L27 32.5L19 33.5V31L25.2 28L24.6 20L4 18V14.5L24.6 10C24.8 5 25.4 2 27 2Z"/>`],
  "surrendered": ["m-grey", '<path d="M-10 26V-24M-10-24C4-30 10-14 24-22V0C10 8 4-8-10-2"/>'],
  "stuka": ["m-lw", `<path class="s" transform="${PLANE}" d="M27 2C28.6 2 29.4 5 29.6 9L33 10L49 7.5L50 11L36 17.5L29.4 18.5L28.8 28L36 31.5V34L27 33L18 34V31.5L25.2 28L24.6 18.5L18 17.5L4 11L5 7.5L21 10L24.4 9C24.6 5 25.4 2 27 2Z"/>`],
  "bomber": ["m-lw", `<path class="s" transform="${PLANE}" d="M27 1C28.8 1 29.6 4 29.8 8.5L37 9.6V6.5H39.5V10L53 12.5V16L29.8 18.4L29 28L37 31V34L27 32.6L17 34V31L25 28L24.2 18.4L1 16V12.5L14.5 10V6.5H17V9.6L24.2 8.5C24.4 4 25.2 1 27 1Z"/>`],
  "interdiction": ["m-lw", '<path d="M-20-16L0 6L20-16M-20 0L0 22L20 0"/>'],
  "navy": ["m-uk", `<path class="s" transform="${PLANE}" d="M2 22H52L45 31H9ZM12 21V15H20V21ZM23 21V8H25V11H31V21ZM34 21V16H42V21Z"/>`],
  "refit": ["m-de", '<path d="M-16 0A16 16 0 1 1-4 15M-16 0L-24-8M-16 0L-7-7"/>'],
  "event": ["m-earth", '<path class="s" d="M-4-24H6L4 8H-2Z"/><circle cx="1" cy="20" r="5" class="s"/>'],
  "fighter": ["m-lw", `<path class="s" transform="${PLANE}" d="M27 2C28.6 2 29.2 5 29.4 10L50 14.5V18L29.4 20L28.8 28L35 31V33.5L27 32.5L19 33.5V31L25.2 28L24.6 20L4 18V14.5L24.6 10C24.8 5 25.4 2 27 2Z"/>`],
  "airlift": ["m-lw", `<path class="s" transform="${PLANE}" d="M27 3A16 13 0 0 1 43 16H11A16 13 0 0 1 27 3ZM11 16L26 30M43 16L28 30M27 16V30M24 30H30V35H24Z"/>`],
  "evacuation": ["m-sea", ""],
  "letter": ["m-grey", ""],
  "plus": ["m-grey", ""],
  "turn": ["m-dark", ""],
  "points": ["m-al", ""],
  "weather": ["m-sea", '<path d="M-20 4A10 10 0 0 1-10-10A13 13 0 0 1 14-8A9 9 0 0 1 16 8H-14M-12 16L-16 24M0 16L-4 24M12 16L8 24"/>'],
  "flag": ["m-grey", '<path d="M-12 26V-24H20L12-14L20-4H-12"/>'],
};
const OWNERS: Record<string, string> = {
  german: "m-de", allied: "m-al", french: "m-fr", british: "m-uk", belgian: "m-be", dutch: "m-nl", luftwaffe: "m-lw", ss: "m-ss",
};
/** Signs whose colour is their meaning: an owner does not change it. */
const FIXED = /^(disrupted|retreat|isolated|engaged|halt|hidden|gqg|crossing-cut|event|weather)$/;

/** The colour class of a marker. */
export function markerLook(marker: Marker): string {
  const plain = SIGNS[marker.sign]?.[0] ?? "m-grey";
  return FIXED.test(marker.sign) ? plain : (OWNERS[marker.owner ?? ""] ?? plain);
}

/** The inner drawing of a marker in hundredths of its side, like a counter's. */
export function markerFace(marker: Marker): string {
  const figure = marker.figure ?? "";
  const size = figure.length > 2 ? 26 : 38;
  const text = figure ? `<text y="${size / 3}" font-size="${size}">${plain(figure)}</text>` : "";
  const art = marker.sign === "gqg" && figure ? text : (SIGNS[marker.sign]?.[1] || text || `<text y="13" font-size="38">${plain(marker.label.charAt(0))}</text>`);
  const room = marker.label.length * 7.6 > 92 ? ' textLength="92" lengthAdjust="spacingAndGlyphs"' : "";
  return (
    '<rect x="2.5" y="4" width="100" height="100" rx="7" class="shadow"/><rect width="100" height="100" rx="7" class="body"/>' +
    '<path d="M2.2 95V7.5A5.3 5.3 0 0 1 7.5 2.2H95" class="hi"/><path d="M97.8 5V92.5A5.3 5.3 0 0 1 92.5 97.8H5" class="lo"/>' +
    `<g class="art" transform="translate(50 42)">${art}</g><text x="50" y="92" class="mt"${room}>${plain(marker.label)}</text>` +
    '<rect width="100" height="100" rx="7" class="edge"/>'
  );
}

export function markerWords(marker: Marker): string {
  return [marker.label, marker.figure, marker.note].filter(Boolean).join(", ");
}

function plain(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
