import { useLayoutEffect, useRef } from "preact/hooks";

/** closers are the functions that close what Escape closes, the last opened last. */
const closers: { current: () => void }[] = [];

window.addEventListener("keydown", (e) => {
  // What has the focus may have used the key for itself, and a dialog closes by itself.
  if (e.key !== "Escape" || e.isComposing || e.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
  closers.at(-1)?.current();
});

/** useEscape has Escape close something while it is there, wherever the focus is; of several the last opened. */
export function useEscape(close: () => void): void {
  const last = useRef(close);
  last.current = close;
  useLayoutEffect(() => { // before it is painted: the key may come at once
    closers.push(last);
    return () => void closers.splice(closers.indexOf(last), 1);
  }, []);
}
