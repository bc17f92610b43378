import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Question } from "../api/types";
import { useText } from "../i18n";
import { useStore } from "../lib/store";
import { type Place, adjust, place } from "../state/place";
import { Chip } from "../ui/chip";
import { DocumentPicker } from "./document-picker";

/** AskMore bounds what a question reads and what it may take; the address holds it. */
export function AskMore(props: { grove: Grove }) {
  const t = useText();
  const at = useStore(place);
  const [open, setOpen] = useState(false);
  const set = at.docs.length + at.tags.length + [at.since, at.window, at.calls, at.budget, at.time].filter((v) => v !== "").length;
  return (
    <details class="ask-more" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{t("ask.more")}{set > 0 && <> <span class="badge">{t("ask.set", { n: set })}</span></>}</summary>
      {open && (
        <div class="ask-more-body">
          <DocumentPicker grove={props.grove} chosen={at.docs} choose={(docs) => adjust({ docs })} />
          <Tags tags={at.tags} choose={(tags) => adjust({ tags })} />
          <label class="field"><span>{t("ask.since")}</span><input type="date" value={at.since} onInput={(e) => adjust({ since: e.currentTarget.value })} /></label>
          <div class="ask-limits">
            <Limit name={t("ask.window")} min={500} step={500} value={at.window} set={(window) => adjust({ window })} />
            <Limit name={t("ask.maxCalls")} min={1} step={1} value={at.calls} set={(calls) => adjust({ calls })} />
            <Limit name={t("ask.budget")} min={0} step="any" value={at.budget} set={(budget) => adjust({ budget })} />
            <Limit name={t("ask.time")} min={1} step={1} value={at.time} set={(time) => adjust({ time })} />
          </div>
          {set > 0 && <button type="button" class="button button-small" data-action="no-bounds" onClick={() => adjust({ docs: [], tags: [], since: "", window: "", calls: "", budget: "", time: "" })}>{t("ask.noBounds")}</button>}
        </div>
      )}
    </details>
  );
}

function Limit(props: { name: string; min: number; step: number | string; value: string; set: (value: string) => void }) {
  return (
    <label class="field">
      <span>{props.name}</span>
      <input type="number" min={props.min} step={props.step} inputMode="decimal" value={props.value} onInput={(e) => props.set(e.currentTarget.value)} />
    </label>
  );
}

function Tags(props: { tags: string[]; choose: (tags: string[]) => void }) {
  const t = useText();
  const [text, setText] = useState("");
  const tag = text.trim();
  const add = () => {
    if (!/^[^=]+=/.test(tag)) return;
    if (!props.tags.includes(tag)) props.choose([...props.tags, tag]);
    setText("");
  };
  const keys = (e: KeyboardEvent) => {
    if (e.key !== "Enter" || e.isComposing) return;
    e.preventDefault(); // it would ask the question
    add();
  };
  return (
    <div class="field">
      <label class="field">
        <span>{t("ask.tags")}</span>
        <input value={text} placeholder="key=value" onInput={(e) => setText(e.currentTarget.value)} onKeyDown={keys} onBlur={add} />
      </label>
      {props.tags.length > 0 && <div class="chips">{props.tags.map((one) => <Chip key={one} text={one} drop={() => props.choose(props.tags.filter((o) => o !== one))} />)}</div>}
    </div>
  );
}

/** bounds are the filters and limits of the address as a question has them. */
export function bounds(at: Place): Partial<Question> {
  const filters = { documents: some(at.docs), tags: some(at.tags), since: at.since === "" ? undefined : `${at.since}T00:00:00Z` };
  return {
    filters: Object.values(filters).some((v) => v !== undefined) ? filters : undefined,
    window: whole(at.window), max_calls: whole(at.calls), budget: positive(at.budget), timeout: whole(at.time),
  };
}

const some = (list: string[]) => (list.length > 0 ? list : undefined);

/** positive reads a number above 0; anything else is no bound. */
function positive(text: string): number | undefined {
  const n = Number.parseFloat(text);
  return Number.isFinite(n) && n > 0 ? n : undefined;
}

function whole(text: string): number | undefined {
  const n = positive(text);
  return n === undefined ? undefined : Math.max(1, Math.round(n));
}
