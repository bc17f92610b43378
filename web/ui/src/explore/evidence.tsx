import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Entity, Evidence } from "../api/types";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { sliceRunes } from "../lib/runes";
import { go } from "../state/place";
import { Section } from "../ui/panel";
import { Failure } from "../ui/states";

const pageSize = 10;

/** context is how many code points are shown on each side of a name. */
const context = 60;

/** EvidenceSection lists where an element is named; each place opens its document. */
export function EvidenceSection(props: { grove: Grove; entity: Entity }) {
  const t = useText();
  const [rows, setRows] = useState(pageSize);
  const list = useLoad((signal) => props.grove.evidence(props.entity.id, 0, rows, signal), [props.grove, props.entity.id, rows]);
  const shown = list.data?.evidence ?? props.entity.evidence.slice(0, rows);
  const total = list.data?.total ?? props.entity.evidence.length;
  return (
    <Section title={t("node.evidence")} extra={count(total)}>
      <ul class="evidence">{shown.map((e) => <Place key={`${e.chunk}-${e.in}-${e.start}-${e.end}-${e.surface}`} grove={props.grove} evidence={e} />)}</ul>
      {list.error !== undefined && <Failure error={list.error} small />}
      {total > rows && <button type="button" class="button button-small" onClick={() => setRows(rows + pageSize * 2)}>{t("node.evidenceMore", { n: count(total - rows) })}</button>}
    </Section>
  );
}

function Place(props: { grove: Grove; evidence: Evidence }) {
  const t = useText();
  const e = props.evidence;
  const inText = e.in === "text";
  const from = Math.max(0, e.start - context);
  const around = useLoad((signal) => (inText ? props.grove.text(e.document.id, from, e.end + context, signal) : Promise.resolve(undefined)), [props.grove, e.document.id, from]);
  const passage = around.data;
  const cut = (a: number, b?: number) => (passage === undefined ? "" : sliceRunes(passage.text, a, b).replace(/\s+/g, " "));
  const before = passage !== undefined && passage.start > 0 ? "…" : "";
  const after = passage !== undefined && passage.end < passage.runes ? "…" : "";
  return (
    <li>
      <button type="button" class="evidence-place" onClick={() => go({ doc: e.document.id, start: inText ? e.start : 0, end: inText ? e.end : 0 })}>
        <span class="evidence-title">{e.document.title || e.document.source}{!inText && ` · ${t("node.inTitle")}`}</span>
        <span class="evidence-text">{before}{cut(0, e.start - from)}<mark>{e.surface}</mark>{cut(e.end - from)}{after}{around.error !== undefined && <span class="muted"> {t("node.noText")}</span>}</span>
      </button>
    </li>
  );
}
