/** Reading in the rules: where one has been, which chart is meant, whether an optional rule is played. */

import type { Chart, RuleBook } from "../lib/types";

type Rule = RuleBook["rules"][number];

const CHART = "chart-";

/** The rules that were opened, to go back and forward among them. */
export class Bookmarks {
  private been = $state<string[]>([]);
  private now = $state(-1);

  get canBack(): boolean {
    return this.now > 0;
  }

  get canOn(): boolean {
    return this.now < this.been.length - 1;
  }

  /** Something was opened, by whatever way. */
  went(rule: string): void {
    if (!rule || this.been[this.now] === rule) return;
    this.been = [...this.been.slice(0, this.now + 1), rule];
    this.now = this.been.length - 1;
  }

  back(): string {
    this.now -= 1;
    return this.been[this.now] ?? "";
  }

  on(): string {
    this.now += 1;
    return this.been[this.now] ?? "";
  }
}

/** Rules by the chapters of their book, in its order: "7 Movement, rail", with what most of a chapter is about. */
export function byChapter(rules: Rule[]): [string, Rule[]][] {
  const chapters = new Map<string, Rule[]>();
  for (const rule of rules) {
    const number = rule.id.split(".")[0] ?? "";
    chapters.set(number, [...(chapters.get(number) ?? []), rule]);
  }
  const inOrder = [...chapters].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return inOrder.map(([number, own]) => [topics(own) ? `${number} ${topics(own)}` : `Chapter ${number}`, own]);
}

/** What at least a quarter of these rules is about, two topics at most. */
function topics(rules: Rule[]): string {
  const counts = new Map<string, number>();
  for (const { topic } of rules) if (topic) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).filter(([, count], n) => n === 0 || (n === 1 && count * 4 >= rules.length));
  return most.map(([topic]) => topic).join(", ");
}

export function chartOf(book: RuleBook, open: string): Chart | undefined {
  return open.startsWith(CHART) ? book.charts.find((chart) => CHART + chart.id === open) : undefined;
}

/** Whether an optional rule is played in this game: the option that names it, or the section it belongs to, says so. */
export function inPlay(book: RuleBook | null, rule: string, options: Record<string, boolean | number | string>): string {
  const option = book?.options.find((one) => rule === one.rule || (one.rule && rule.startsWith(`${one.rule}.`)));
  if (!option || !(option.id in options)) return "optional";
  return options[option.id] ? "optional, in play" : "optional, not in play";
}
