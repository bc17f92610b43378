import { useEffect, useRef, useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Element, Hit } from "../api/types";
import { useText } from "../i18n";
import { useDebounced } from "../lib/debounce";
import { useLoad } from "../lib/load";
import { sliceRunes } from "../lib/runes";
import { adjust, go, place } from "../state/place";
import { Icon } from "../ui/icons";
import { Failure } from "../ui/states";
import type { Explorer } from "./explorer";

/** Found is one row of what a search brought up. */
type Found = { kind: "name"; element: Element } | { kind: "passage"; hit: Hit };

/** Search looks for names and passages while one types. */
export function Search(props: { grove: Grove; explorer: Explorer }) {
  const t = useText();
  const [text, setText] = useState(place.value.q);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  // Enter before the last letters were looked for takes what is found for them.
  const hasty = useRef(false);
  const q = useDebounced(text.trim(), 180);
  const found = useLoad(async (signal): Promise<Found[]> => {
    if (q === "") return [];
    const [names, hits] = await Promise.all([props.grove.find(q, 8, signal), props.grove.search(q, 5, "", signal)]);
    return [...names.map((element): Found => ({ kind: "name", element })), ...hits.map((hit): Found => ({ kind: "passage", hit }))];
  }, [props.grove, q]);
  useEffect(() => adjust({ q }), [q]);
  useEffect(() => setActive(0), [found.data]);
  useEffect(() => {
    const focus = (e: KeyboardEvent) => {
      const target = e.target as HTMLElement | null;
      if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || target?.closest("input, textarea, select, [contenteditable]")) return;
      e.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);

  const rows = found.data ?? [];
  const shown = open && q !== "";
  const choose = (row: Found | undefined) => {
    if (row === undefined) return;
    setOpen(false);
    if (row.kind === "name") void props.explorer.expand(row.element.id);
    else go({ doc: row.hit.document.id, start: row.hit.start, end: row.hit.end });
  };
  const keys = (e: KeyboardEvent) => {
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      setOpen(true);
      const step = e.key === "ArrowDown" ? 1 : -1;
      setActive((n) => (rows.length === 0 ? 0 : (n + step + rows.length) % rows.length));
    } else if (e.key === "Enter" && open) {
      e.preventDefault();
      if (text.trim() === q && !found.loading) choose(rows[active]);
      else hasty.current = true;
    } else if (e.key === "Escape" && (shown || text !== "")) {
      e.preventDefault(); // it would close a panel, too
      if (shown) setOpen(false);
      else setText("");
    }
  };
  useEffect(() => {
    if (!hasty.current || found.loading || text.trim() !== q) return;
    hasty.current = false;
    choose(found.data?.[0]);
  }, [found.data, found.loading, q]);
  return (
    <div class="search" role="search" onFocusOut={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && setOpen(false)}>
      <Icon name="search" size={18} />
      <input ref={input} type="search" class="search-input" role="combobox" aria-expanded={shown} aria-controls="search-results" aria-autocomplete="list"
        aria-activedescendant={shown && rows.length > 0 ? `found-${active}` : undefined} aria-label={t("search.label")} title={t("search.hint")}
        placeholder={t("search.placeholder")} value={text} onInput={(e) => { setText(e.currentTarget.value); setOpen(true); }} onKeyDown={keys} onFocus={() => setOpen(true)} />
      <kbd aria-hidden="true">/</kbd>
      <div class="search-results" hidden={!shown}>
        {found.error !== undefined && <Failure error={found.error} small />}
        {shown && found.data !== undefined && rows.length === 0 && !found.loading && <p class="muted search-none">{t("search.none", { q })}</p>}
        <ul id="search-results" role="listbox" aria-label={t("search.label")}>
          {rows.map((row, i) => (
            <li key={i} id={`found-${i}`} role="option" aria-selected={i === active} class={`found found-${row.kind}`} onPointerDown={(e) => e.preventDefault()} onClick={() => choose(row)} onMouseEnter={() => setActive(i)}>
              <FoundRow row={row} q={q} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function FoundRow(props: { row: Found; q: string }) {
  const { row } = props;
  if (row.kind === "name") {
    return <><span class="found-title">{row.element.name}</span><span class="muted small">{row.element.type}</span></>;
  }
  return (
    <>
      <span class="found-title">{row.hit.document.title}</span>
      <span class="muted small found-text">{excerpt(row.hit.text, props.q)}</span>
    </>
  );
}

/** excerpt is the part of a text where a word of the query stands. */
function excerpt(text: string, q: string): string {
  const low = text.toLowerCase();
  const at = q.toLowerCase().split(/\s+/).map((word) => low.indexOf(word)).filter((i) => i >= 0);
  const first = at.length === 0 ? 0 : Math.min(...at);
  const from = Array.from(text.slice(0, first)).length;
  return (from > 30 ? "…" : "") + sliceRunes(text, Math.max(0, from - 30), from + 110).replace(/\s+/g, " ");
}
