import { useEffect, useRef, useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import { Episodes } from "../documents/episodes";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { markRunes } from "../lib/runes";
import { useStore } from "../lib/store";
import { go, place } from "../state/place";
import { Panel } from "../ui/panel";
import { Failure, Loading } from "../ui/states";

/** context is how many code points are shown on each side of a span, and added at a time. */
const context = 1500;

/** SourcePanel shows a document's text around a span, which is marked. */
export function SourcePanel(props: { grove: Grove }) {
  const t = useText();
  const { doc, start, end } = useStore(place);
  const [before, setBefore] = useState(context);
  const [after, setAfter] = useState(context);
  const from = Math.max(0, start - before);
  const passage = useLoad((signal) => props.grove.text(doc, from, Math.max(end, start) + after, signal), [props.grove, doc, from, start, end, after]);
  const mark = useRef<HTMLElement>(null);
  const p = passage.data;
  useEffect(() => {
    mark.current?.scrollIntoView({ block: end - start > context ? "start" : "center" }); // a whole page is taller than the panel
  }, [p?.document.id, start, end, p !== undefined]);
  const parts = p && markRunes(p.text, p.start, start, end);
  return (
    <Panel title={p?.document.title || p?.document.source || t("source.title")} close={() => go({ doc: "", start: 0, end: 0 })} wide>
      {p === undefined && passage.error === undefined && <Loading />}
      {passage.error !== undefined && <Failure error={passage.error} retry={passage.reload} />}
      {p !== undefined && parts !== undefined && (
        <>
          <p class="muted small">{p.document.source}{end > start && ` · ${t("source.span", { start: count(start), end: count(end), runes: count(p.runes) })}`}</p>
          <Episodes grove={props.grove} doc={doc} />
          {p.start > 0 && <button type="button" class="button button-small" onClick={() => setBefore(before + 4 * context)}>{t("source.before")}</button>}
          <div class="source-text">{parts.before}{end > start && <mark ref={mark} data-span="true">{parts.span}</mark>}{parts.after}</div>
          {p.end < p.runes && <button type="button" class="button button-small" onClick={() => setAfter(after + 4 * context)}>{t("source.after")}</button>}
        </>
      )}
    </Panel>
  );
}
