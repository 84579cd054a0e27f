/** Signing in, where a club asks for it: passkeys as browsers make them, and links sent by mail. */

import { get, post, Trouble } from "../lib/api";
import type { Account, Ceremony, NewKey, SignedIn } from "../lib/wire";

/** What browsers have learnt since the types of TypeScript were written. */
interface Reader {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
}

interface Told extends Credential {
  toJSON(): unknown;
}

/** What came in the address of a link sent by mail; "" for anybody else. */
export function linkToken(): string {
  return new URLSearchParams(location.hash.slice(1)).get("link") ?? "";
}

/** A link is good for one time: it has no place in the history of a browser. */
export function forgetLink(): void {
  history.replaceState(null, "", location.pathname);
}

export const sendLink = (mail: string) => post<unknown>("/api/club/sign-in/mail", { mail });
export const follow = (token: string, name?: string, invitation = "") =>
  post<SignedIn>("/api/club/sign-in/link", { token, invitation, ...(name ? { name } : {}) });

/** Sign in with whichever passkey the player chooses. */
export async function signIn(): Promise<NewKey> {
  const { ticket, options } = await post<Ceremony>("/api/club/sign-in/passkey/begin");
  const publicKey = readable().parseRequestOptionsFromJSON(options);
  return post<NewKey>("/api/club/sign-in/passkey", { ticket, credential: await chosen(navigator.credentials.get({ publicKey })) });
}

/** Have a new name, with a passkey made for it. */
export async function signUp(name: string, invitation: string): Promise<NewKey> {
  const begun = await post<Ceremony>("/api/club/sign-up/begin", { name, invitation });
  return post<NewKey>("/api/club/sign-up", { ticket: begun.ticket, credential: await made(begun), invitation });
}

export async function addPasskey(): Promise<Account> {
  const begun = await post<Ceremony>("/api/club/me/passkeys/begin");
  return post<Account>("/api/club/me/passkeys", { ticket: begun.ticket, credential: await made(begun) });
}

export const account = () => get<Account>("/api/club/me/account");
export const addMail = (mail: string) => post<unknown>("/api/club/me/mail", { mail });
export const notify = (notices: boolean) => post<Account>("/api/club/me/notices", { notices });

function made({ options }: Ceremony): Promise<unknown> {
  const publicKey = readable().parseCreationOptionsFromJSON(options);
  return chosen(navigator.credentials.create({ publicKey }));
}

async function chosen(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    const found = (await asked) as Told | null;
    if (found) return found.toJSON();
  } catch (error) {
    if (error instanceof DOMException && error.name === "InvalidStateError") throw trouble("This device has a passkey for your name already.");
  }
  throw trouble("No passkey was chosen.");
}

/** Browsers that know passkeys by this name are those of the last years. */
function readable(): Reader {
  if (typeof PublicKeyCredential === "undefined" || !("parseCreationOptionsFromJSON" in PublicKeyCredential))
    throw trouble("This browser is too old for passkeys. Have a link sent by mail, or take another browser.");
  return PublicKeyCredential as unknown as Reader;
}

const trouble = (text: string) => new Trouble(0, "passkey", text, "", {});
