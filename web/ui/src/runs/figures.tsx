import { useEffect } from "preact/hooks";

import type { Figure, Run } from "../api/types";
import { isText, useText } from "../i18n";
import type { Loaded } from "../lib/load";

/** score writes a score; small ones have two digits. */
export function score(x: number): string {
  return x !== 0 && Math.abs(x) < 0.01 ? x.toPrecision(2) : x.toFixed(3);
}

/** signed writes a difference of scores. */
export function signed(x: number): string {
  return (x > 0 ? "+" : x < 0 ? "−" : "") + score(Math.abs(x));
}

/** chance writes a p-value. */
export function chance(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** useMetric gives the function that names a metric. */
export function useMetric(): (name: string) => string {
  const t = useText();
  return (name) => {
    const key: string = `metric.${name}`;
    return isText(key) ? t(key) : name;
  };
}

/** pause is the time between two looks at a run that is under way, in milliseconds. */
const pause = 3000;

/** useFollow loads again and again while a run is under way. */
export function useFollow<T>(loaded: Loaded<T>, running: (data: T) => boolean): void {
  useEffect(() => {
    if (loaded.data === undefined || !running(loaded.data)) return;
    const timer = setTimeout(loaded.reload, pause);
    return () => clearTimeout(timer);
  }, [loaded.data]);
}

/** FigureCell is a cell with a mean, and its interval below. */
export function FigureCell(props: { figure: Figure | null | undefined }) {
  const t = useText();
  const f = props.figure;
  return <td class="number">{f ? <>{score(f.mean)}<div class="muted small nowrap">{t("runs.range", { low: score(f.low), high: score(f.high) })}</div></> : "–"}</td>;
}

const badges = { done: "badge-done", running: "badge-running", unfinished: "badge-interrupted", unreadable: "badge-failed" } as const;

/** RunBadge says how far a run is. */
export function RunBadge(props: { run: Run }) {
  const t = useText();
  return <span class={`badge ${badges[props.run.state]}`} data-state={props.run.state}>{t(`runs.state.${props.run.state}`)}</span>;
}
