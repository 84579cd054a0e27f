/** The name of a bot as it stands in a sentence of its own: "General". */
export function botTitle(bot: string): string {
  return bot.charAt(0).toUpperCase() + bot.slice(1);
}

/** The title of a game with its scenario, in parts; a part that only says again what stands before it is left out. */
export function titleParts(title: string): string[] {
  const parts = title.split(": ");
  return parts.filter((part, n) => !parts.slice(0, n).some((before) => before.startsWith(part)));
}
