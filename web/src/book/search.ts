/** Searching in the rules: numbers of rules, words in any of their forms, figures as words, and what players say for short. */

import type { RuleBook } from "../lib/types";

type Rule = RuleBook["rules"][number];

const FIGURES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

const SHORT: Record<string, string> = {
  zoc: "zone of control", ezoc: "enemy zone of control", mp: "movement point", mps: "movement point", ma: "movement allowance", mf: "movement factor",
  hq: "headquarters", vp: "victory point", oos: "out of supply", los: "line of supply", loc: "line of communication", crt: "combat results table",
  tec: "terrain effects chart", dd: "determined defence", tq: "troop quality", rp: "refit point", asu: "attack supply unit", aac: "advance after combat",
};

/** The rules that fit, the best first; all of them where nothing is looked for. */
export function find(rules: readonly Rule[], query: string): readonly Rule[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return rules;
  const ways = [words(wanted), words(SHORT[wanted] ?? expanded(wanted))];
  const ranked = rules.map((rule) => ({ rule, rank: Math.max(byNumber(rule, wanted), ...ways.map((way) => byWords(rule, way))) }));
  return ranked.filter((one) => one.rank > 0).sort((a, b) => b.rank - a.rank).map((one) => one.rule);
}

/** How well the number of a rule fits: "7.2" finds 7.2 first, then 7.2a and 7.2.1. */
function byNumber(rule: Rule, wanted: string): number {
  const id = rule.id.toLowerCase();
  if (id === wanted) return 100;
  if (!/\d/.test(wanted) || !id.startsWith(wanted)) return 0;
  return /^\d/.test(id.slice(wanted.length)) ? 0 : 80;
}

/** How well the words fit: all must be there; those in the title count most, whole ones more than stems. */
function byWords(rule: Rule, wanted: string[]): number {
  if (!wanted.length) return 0;
  const [title, text] = [words(`${rule.title} ${rule.topic ?? ""}`), words(rule.text)];
  let rank = 0;
  for (const word of wanted) {
    if (title.includes(word)) rank += 4;
    else if (title.some((one) => one.startsWith(word))) rank += 3;
    else if (text.includes(word)) rank += 2;
    else if (word.length > 2 && text.some((one) => one.startsWith(word))) rank += 1;
    else return 0;
  }
  return rank / wanted.length + 1;
}

/** A text as plain words: without endings and accents, figures as figures. */
function words(text: string): string[] {
  const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return (plain.match(/[\p{L}\d]+/gu) ?? []).filter((word) => !EMPTY.has(word)).map(stem);
}

const EMPTY = new Set(["a", "an", "the", "of", "to", "in", "is", "be"]);

function stem(word: string): string {
  const figure = FIGURES.indexOf(word);
  if (figure >= 0) return String(figure);
  if (word.length < 5) return word.replace(/s$/, "");
  return word.replace(/(ies)$/, "y").replace(/(ing|ed|es|s|e)$/, "");
}

/** What is said for short, in full. */
function expanded(query: string): string {
  return query.replace(/[a-z]+/g, (word) => SHORT[word] ?? word);
}
