import { key, locked } from "../state/session";
import { Problem, aborted, problemOf } from "./problem";

export type Query = Record<string, string | number | boolean | undefined>;

export interface Request {
  query?: Query;
  /** json is sent as a JSON body, form as a form. */
  json?: unknown;
  form?: FormData;
  accept?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** send asks the service, and gives its answer if it is a good one. */
export async function send(method: string, path: string, r: Request = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: r.accept ?? "application/json", ...r.headers };
  if (key.value) headers["Authorization"] = `Bearer ${key.value}`;
  if (r.json !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path + queryOf(r.query), {
      method, headers, signal: r.signal ?? null, body: r.form ?? (r.json === undefined ? null : JSON.stringify(r.json)),
      credentials: "omit", redirect: "error",
    });
  } catch (error) {
    if (aborted(error)) throw error;
    throw new Problem({ status: 0, code: "unreachable", detail: String(error instanceof Error ? error.message : error) });
  }
  if (answer.ok) return answer;
  if (answer.status === 401) locked.set(true);
  throw await problemOf(answer);
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
    if (value !== undefined && value !== "") p.set(name, String(value));
  }
  const text = p.toString();
  return text === "" ? "" : `?${text}`;
}
