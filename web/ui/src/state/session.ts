import { Store } from "../lib/store";

const keyName = "grove-key";

/** key is the API key, "" for none. It goes when the tab is closed. */
export const key = new Store<string>(sessionStorage.getItem(keyName) ?? "");

/** locked tells that the service refused the last request for want of a key. */
export const locked = new Store<boolean>(false);

/** takeKey takes a key for all that follows; "" forgets it. */
export function takeKey(secret: string): void {
  if (secret === "") sessionStorage.removeItem(keyName);
  else sessionStorage.setItem(keyName, secret);
  locked.set(false);
  key.set(secret);
}
