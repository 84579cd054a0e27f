/** Sentences cut into words and the rules that they name. */

export interface Part {
  text: string;
  rule: string;
}

const NUMBER = /[A-Z]?\.?\d+(?:\.[\w-]+)*[a-z]?|\b\d+[a-z]\b/g;

/** A text in parts; a part with `rule` names that one, which the book has. */
export function cited(text: string, known: ReadonlySet<string>): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(NUMBER)) {
    const rule = found[0];
    if (!known.has(rule)) continue;
    parts.push({ text: text.slice(from, found.index), rule: "" }, { text: rule, rule });
    from = found.index + rule.length;
  }
  return [...parts, { text: text.slice(from), rule: "" }].filter((part) => part.text);
}
