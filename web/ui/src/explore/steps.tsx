import { useEffect, useRef, useState } from "preact/hooks";

import type { Step } from "../api/types";
import { visitsOf } from "../graph/walk";
import { isText, useText } from "../i18n";
import { browserCypher } from "../lib/cypher";
import { count, took } from "../lib/format";
import { CopyBlock } from "../ui/copy-block";
import type { Inquiry } from "./asking";
import type { Explorer } from "./explorer";

/** Steps lists what an agent did, as it happens. */
export function Steps(props: { inquiry: Pick<Inquiry, "steps" | "state">; explorer: Explorer }) {
  const t = useText();
  const { steps, state } = props.inquiry;
  const running = state === "running";
  const [open, setOpen] = useState<boolean>();
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (running) end.current?.scrollIntoView({ block: "nearest" });
  }, [steps.length, running]);
  const shown = open ?? running;
  const visited = new Set(steps.flatMap(visitsOf)).size;
  if (steps.length === 0) return null;
  return (
    <section class="steps" aria-label={t("steps.title")}>
      <button type="button" class="steps-head" aria-expanded={shown} onClick={() => setOpen(!shown)}>
        <span>{t("steps.title")}</span>
        <span class="muted small">{t("steps.count", { n: steps.length })}{visited > 0 && ` · ${t("steps.visited", { n: visited })}`}</span>
      </button>
      {shown && (
        <ol class="steps-list">
          {steps.map((s, i) => <StepRow key={i} step={s} explorer={props.explorer} />)}
          <li ref={end} class="steps-end" aria-hidden="true" />
        </ol>
      )}
    </section>
  );
}

function StepRow(props: { step: Step; explorer: Explorer }) {
  const t = useText();
  const { step } = props;
  const name = `step.${step.action}`;
  const detail = detailOf(step).map((d) => (d === "the agent ended" ? t("step.ended") : d));
  // The number of the path, chain, member or page that the step belongs to.
  const { members, pages } = step.args;
  const path = step.args["path"] ?? step.args["chain"] ?? step.args["page"]
    ?? (Array.isArray(members) ? members.join(" + ") : Array.isArray(pages) ? pages.join(", ") : typeof pages === "string" ? pages : undefined);
  const node = visitsOf(step)[0];
  return (
    <li class="step" data-action={step.action}>
      <div class="step-line">
        {path !== undefined && <span class="step-path" title={String(step.args["start"] ?? "")}>{String(path)}</span>}
        <span class="step-action">{isText(name) ? t(name) : step.action}</span>
        <span class="muted small">{step.rows > 0 && t("steps.rows", { n: count(step.rows) })} {step.ms >= 0.1 && took(step.ms)}</span>
      </div>
      {detail.length > 0 && (detail.length === 1 ? <p class="step-detail">{detail[0]}</p> : <ul class="step-detail">{detail.map((d, i) => <li key={i}>{d}</li>)}</ul>)}
      {(step.cypher !== "" || node !== undefined) && (
        <div class="step-tools">
          {node !== undefined && <button type="button" class="link small" onClick={() => void props.explorer.reveal(node).then(() => props.explorer.select(node))}>{t("common.show")}</button>}
          {step.cypher !== "" && <details><summary class="small">{t("steps.cypher")}</summary><CopyBlock text={browserCypher(step)} label={t("steps.cypher")} /></details>}
        </div>
      )}
    </li>
  );
}

/** detailOf is what a step's arguments say to a reader: names and notes, no ids. */
function detailOf(step: Step): string[] {
  const a = step.args;
  for (const field of ["plan", "queries", "starts", "items", "kept"]) {
    const value = a[field];
    if (Array.isArray(value) && value.length > 0) return value.slice(0, 6).map(String);
  }
  if (typeof a["next"] === "string") return [`${String(a["node"] ?? "")} → ${a["next"]}`];
  const notes = a["notebook"];
  if (step.action === "search_more" || step.action === "termination" || step.action === "end") {
    const last = Array.isArray(notes) ? notes.at(-1) : undefined;
    return [typeof a["reason"] === "string" ? a["reason"] : "", last === undefined ? "" : `“${String(last)}”`].filter(Boolean);
  }
  for (const field of ["asked", "answer", "instruction", "summary", "gist", "thought", "reasoning", "why", "reason", "node", "query"]) {
    const value = a[field];
    if (typeof value === "string" && value !== "") return [value];
  }
  return [];
}
