import { Store } from "../lib/store";

export const views = ["explore", "documents", "jobs", "schema", "duplicates", "traces", "runs"] as const;
export type View = (typeof views)[number];

/** Place is where the user is in the page: all of it is in the address. */
export interface Place {
  workspace: string;
  view: View;
  /** node is the element or community that is looked at. */
  node: string;
  /** open are the communities that are unfolded, in the order in which they were. */
  open: string[];
  /** from and to are the ends of the path that is shown. */
  from: string;
  to: string;
  /** doc, start and end are the source that is open, in code points. */
  doc: string;
  start: number;
  end: number;
  /** q is what is looked for in the view, ask the question, agent who answers. */
  q: string;
  ask: string;
  /** trace is the stored trace of the question that was answered last. */
  trace: string;
  agent: string;
  mode: string;
  /** docs, tags and since are the filters of a question; window, calls, budget and time its limits, "" for none. */
  docs: string[];
  tags: string[];
  since: string;
  window: string;
  calls: string;
  budget: string;
  time: string;
  /** hidden are the types and relations that are filtered out. */
  hidden: string[];
  /** only is the document whose elements alone are shown. */
  only: string;
  /** item is what is open in a list: a job, a trace, a run. */
  item: string;
  /** other is the run that the open one is compared with. */
  other: string;
}

const empty: Place = {
  workspace: "", view: "explore", node: "", open: [], from: "", to: "", doc: "", start: 0, end: 0,
  q: "", ask: "", trace: "", agent: "", mode: "", docs: [], tags: [], since: "", window: "", calls: "", budget: "", time: "", hidden: [], only: "", item: "", other: "",
};

/** place is where the user is. */
export const place = new Store<Place>(readPlace(location.search));

/** readPlace reads a place out of an address. */
export function readPlace(search: string): Place {
  const p = new URLSearchParams(search);
  const out: Record<string, unknown> = { ...empty };
  for (const [key, fallback] of Object.entries(empty)) {
    const value = p.get(key);
    if (value === null) continue;
    if (Array.isArray(fallback)) out[key] = value.split(",").filter(Boolean).map((item) => item.replaceAll("%2C", ",").replaceAll("%25", "%"));
    else if (typeof fallback === "number") out[key] = Math.max(0, Number.parseInt(value, 10) || 0);
    else out[key] = value;
  }
  const read = out as unknown as Place;
  return views.includes(read.view) ? read : { ...read, view: "explore" };
}

/** writePlace writes a place as the address has it: only what is not as usual. */
export function writePlace(at: Place): string {
  const p = new URLSearchParams();
  for (const [key, fallback] of Object.entries(empty)) {
    const value = at[key as keyof Place];
    if (Array.isArray(value)) {
      if (value.length > 0) p.set(key, value.map((item) => item.replaceAll("%", "%25").replaceAll(",", "%2C")).join(","));
    } else if (value !== fallback) p.set(key, String(value));
  }
  const text = p.toString();
  return text === "" ? location.pathname : `?${text}`;
}

/** go changes where the user is; the browser's back button leads back. */
export function go(change: Partial<Place>): void {
  move(change, (url) => history.pushState(null, "", url));
}

/** adjust changes where the user is without a new entry in the history. */
export function adjust(change: Partial<Place>): void {
  move(change, (url) => history.replaceState(null, "", url));
}

function move(change: Partial<Place>, write: (url: string) => void): void {
  const next = { ...place.value, ...change };
  const url = writePlace(next);
  if (url !== writePlace(place.value)) write(url);
  place.set(next);
}

/** enter goes to another view of the same workspace, without what was open in the last. */
export function enter(view: View): void {
  go({ view, q: "", item: "", other: "", doc: "", start: 0, end: 0 });
}

/** enterWorkspace goes to another workspace. */
export function enterWorkspace(workspace: string): void {
  go({ ...empty, workspace, view: place.value.view });
}

/** followHistory follows the browser's back and forward. */
export function followHistory(): void {
  addEventListener("popstate", () => place.set(readPlace(location.search)));
}
