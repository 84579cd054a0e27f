/** The rules as a book: its chapters in order, who comes before and after, and who speaks of whom. */

import { byChapter } from "../dock/reading.svelte";
import { cited } from "../lib/cited";
import type { RuleBook } from "../lib/types";

export type Rule = RuleBook["rules"][number];

export interface Chapter {
  /** Its number, which is its address: "7". */
  id: string;
  title: string;
  rules: Rule[];
}

export function chapters(book: RuleBook): Chapter[] {
  return byChapter(book.rules).map(([title, rules]) => ({
    id: rules[0]?.id.split(".")[0] ?? "",
    title: title.replace(/(?<= )\p{L}/u, (letter) => letter.toUpperCase()),
    rules,
  }));
}

/** The rules of the book from front to back. */
export function inOrder(book: RuleBook): Rule[] {
  return chapters(book).flatMap((chapter) => chapter.rules);
}

/** Of each rule the others that refer to it, in their order: those that list it, and those whose text names it. */
export function mentions(book: RuleBook): Map<string, string[]> {
  const known = new Set(book.rules.map((rule) => rule.id));
  const found = new Map<string, string[]>();
  for (const rule of inOrder(book)) {
    const named = new Set([...(rule.see ?? []), ...cited(rule.text, known).map((part) => part.rule)]);
    for (const id of named) if (id && id !== rule.id) found.set(id, [...(found.get(id) ?? []), rule.id]);
  }
  return found;
}

/** A text without the remark that it is reconstructed, and whether it had one. */
export function withoutRemark(text: string): { text: string; reconstructed: boolean } {
  const at = text.indexOf(" (Reconstructed");
  return at < 0 ? { text, reconstructed: false } : { text: text.slice(0, at), reconstructed: true };
}
