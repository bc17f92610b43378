import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Document } from "../api/types";
import { useText } from "../i18n";
import { useDebounced } from "../lib/debounce";
import { fewAtATime } from "../lib/few";
import { useLoad } from "../lib/load";
import { Chip } from "../ui/chip";
import { Failure } from "../ui/states";

/** DocumentPicker chooses documents by title or source: what is offered while one types. */
export function DocumentPicker(props: { grove: Grove; chosen: string[]; choose: (ids: string[]) => void }) {
  const t = useText();
  const { grove, chosen, choose } = props;
  const [text, setText] = useState("");
  const q = useDebounced(text.trim(), 180);
  const offered = useLoad((signal) => grove.documents({ q: q || undefined, limit: 20 }, signal), [grove, q]);
  const titles = useLoad((signal) => fewAtATime(chosen, 6, (id) => grove.document(id, signal)), [grove, chosen.join()]);
  const take = (value: string) => {
    const d = (offered.data?.documents ?? []).find((o) => o.source === value);
    setText(d === undefined ? value : "");
    if (d !== undefined && !chosen.includes(d.id)) choose([...chosen, d.id]);
  };
  const name = (id: string) => titleOf(titles.data?.find((d) => d.id === id)) ?? id;
  return (
    <div class="field">
      <label class="field">
        <span>{t("ask.documents")}</span>
        <input list="ask-documents" value={text} placeholder={t("documents.filter")} onInput={(e) => take(e.currentTarget.value)} onKeyDown={(e) => e.key === "Enter" && e.preventDefault()} />
      </label>
      <datalist id="ask-documents">{(offered.data?.documents ?? []).map((d) => <option key={d.id} value={d.source}>{d.title}</option>)}</datalist>
      {(offered.error ?? titles.error) !== undefined && <Failure error={offered.error ?? titles.error} small />}
      {chosen.length > 0 && <div class="chips">{chosen.map((id) => <Chip key={id} text={name(id)} drop={() => choose(chosen.filter((o) => o !== id))} />)}</div>}
    </div>
  );
}

const titleOf = (d: Document | undefined) => d?.title || d?.source;
