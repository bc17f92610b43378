import { language } from "../state/settings";

/** locale is the locale that numbers and times are written in. */
function locale(): "zh-CN" | "en-GB" {
  return language.value === "zh" ? "zh-CN" : "en-GB";
}

// A formatter takes far longer to make than to use.
const whole = { "en-GB": new Intl.NumberFormat("en-GB"), "zh-CN": new Intl.NumberFormat("zh-CN") };

/** count writes a whole number. */
export function count(n: number): string {
  return whole[locale()].format(n);
}

/** when writes a time of the service, which is UTC, as the clock here has it. */
export function when(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? "" : new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** took writes milliseconds. */
export function took(ms: number): string {
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** bytes writes a size. */
export function bytes(n: number): string {
  if (n < 1024) return `${n} B`;
  return n < 1 << 20 ? `${(n / 1024).toFixed(1)} KiB` : `${(n / (1 << 20)).toFixed(1)} MiB`;
}
