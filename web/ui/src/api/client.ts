import { key, locked } from "../state/session";
import { wait } from "../lib/wait";
import { pauseOf } from "./pause";
import { Problem, aborted, problemOf } from "./problem";

/** Query are parameters of an address; a list gives one several times. */
export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

export interface Request {
  query?: Query;
  /** json is sent as a JSON body, form as a form, lines as JSON lines. */
  json?: unknown;
  form?: FormData;
  lines?: Blob;
  accept?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** patience is how often a request is made that the service puts off. */
const patience = 4;

/**
 * send asks the service, and gives its answer if it is a good one. Where the service
 * has too much to do it is asked again once it may be, a few times.
 */
export async function send(method: string, path: string, r: Request = {}): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await once(method, path, r);
    if (answer.ok) return answer;
    if (answer.status === 401) locked.set(true);
    const pause = pauseOf(answer);
    if (pause === undefined || attempt === patience) throw await problemOf(answer);
    await wait(pause, r.signal);
  }
}

async function once(method: string, path: string, r: Request): Promise<Response> {
  const headers: Record<string, string> = { Accept: r.accept ?? "application/json", ...r.headers };
  if (key.value) headers["Authorization"] = `Bearer ${key.value}`;
  if (r.json !== undefined) headers["Content-Type"] = "application/json";
  if (r.lines !== undefined) headers["Content-Type"] = "application/x-ndjson";
  try {
    return await fetch(path + queryOf(r.query), {
      method, headers, signal: r.signal ?? null, body: r.form ?? r.lines ?? (r.json === undefined ? null : JSON.stringify(r.json)),
      credentials: "omit", redirect: "error",
    });
  } catch (error) {
    if (aborted(error)) throw error;
    throw new Problem({ status: 0, code: "unreachable", detail: String(error instanceof Error ? error.message : error) });
  }
}

/** call asks the service for JSON; an answer without a body is undefined. */
export async function call<T>(method: string, path: string, r: Request = {}): Promise<T> {
  const answer = await send(method, path, r);
  const text = await answer.text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

function queryOf(query: Query = {}): string {
  const p = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === "object") for (const item of value) p.append(name, item);
    else if (value !== undefined && value !== "") p.set(name, String(value));
  }
  const text = p.toString();
  return text === "" ? "" : `?${text}`;
}
