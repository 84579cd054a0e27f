/** Who this browser plays as: a name, and the key that makes it his. */

import { get, post, Trouble } from "../lib/api";
import { keepKey, keepName, ownKey, ownName } from "../lib/settings.svelte";
import type { ClubInfo, Myself, NewKey } from "../lib/wire";

class Me {
  key = $state(ownKey());
  name = $state(ownKey() ? ownName() : "");

  /** Say a name for the first time. */
  async register(name: string, invitation: string): Promise<void> {
    this.keep(await post<NewKey>("/api/club/players", { name, invitation }));
  }

  /** Be the player whose phrase was carried over from another device; raises Trouble. */
  async carryOver(phrase: string): Promise<void> {
    const before = ownKey();
    keepKey(phrase);
    try {
      const { id, name } = await get<Myself>("/api/club/me");
      this.keep({ id, name, key: phrase });
    } catch (error) {
      keepKey(before);
      throw error;
    }
  }

  async rename(name: string): Promise<void> {
    const found = await post<Myself>("/api/club/me/name", { name });
    this.keep({ id: found.id, name: found.name, key: this.key });
  }

  /** Another key: on every other device the name has to be carried over again. */
  async changeKey(): Promise<void> {
    this.keep(await post<NewKey>("/api/club/me/key"));
  }

  /** Forget the name on this device; whoever has the phrase can be it again. */
  leave(): void {
    keepKey("");
    keepName("");
    [this.key, this.name] = ["", ""];
  }

  /** Be the player whose key this is. */
  keep({ name, key }: NewKey): void {
    keepKey(key);
    keepName(name);
    [this.key, this.name] = [key, name];
  }
}

export const me = new Me();

export const about = () => get<ClubInfo>("/api/club");

/** What went wrong, as a sentence. */
export function sentence(error: unknown): string {
  return error instanceof Trouble || error instanceof Error ? error.message : String(error);
}
