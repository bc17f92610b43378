import type { Answer, Citation } from "../api/types";
import { useText } from "../i18n";
import { count, took } from "../lib/format";
import { useStore } from "../lib/store";
import { go, place } from "../state/place";
import { Loading } from "../ui/states";
import type { Inquiry } from "./asking";

/** AnswerCard shows an answer with what it rests on, and what is to be said against it. */
export function AnswerCard(props: { inquiry: Inquiry }) {
  const t = useText();
  const { answer, text, citations, state } = props.inquiry;
  if (text === "" && state === "running") return <Loading text={t("ask.working")} />;
  return (
    <article class={answer?.abstained ? "answer answer-none" : "answer"} data-state={state}>
      <h2>{t(answer?.abstained ? "answer.none" : "answer.title")}</h2>
      <p class="answer-text">{text}{citations.length > 0 && !answer?.abstained && <> {citations.map((c) => <CitationMark key={c.n} citation={c} />)}</>}</p>
      {answer !== undefined && <Caveats answer={answer} />}
      {citations.length > 0 && (
        <>
          <h3>{t("answer.citations")}</h3>
          <ol class="citations">{citations.map((c) => <CitationRow key={c.n} citation={c} />)}</ol>
        </>
      )}
      {answer !== undefined && (
        <p class="muted small">
          {answer.agent} · {answer.model === "offline" ? t("answer.offline") : answer.model} ·{" "}
          {t("answer.usage", { calls: answer.usage.calls, tokens: count(answer.usage.prompt_tokens + answer.usage.completion_tokens), time: took(answer.ms) })}
        </p>
      )}
    </article>
  );
}

const openCitation = (c: Citation) => go({ doc: c.document.id, start: c.start, end: c.end });

function CitationMark(props: { citation: Citation }) {
  const c = props.citation;
  return <button type="button" class="citation-mark" aria-label={`[${c.n}] ${c.document.title}`} onClick={() => openCitation(c)}>{c.n}</button>;
}

function CitationRow(props: { citation: Citation }) {
  const t = useText();
  const c = props.citation;
  const at = useStore(place);
  const open = at.doc === c.document.id && at.start === c.start && at.end === c.end;
  return (
    <li>
      <button type="button" class="citation" data-citation={c.n} aria-current={open ? "true" : undefined} onClick={() => openCitation(c)}>
        <span class="citation-n">{c.n}</span>
        <span>
          <span class="citation-title">{c.document.title}{c.page && ` · ${t("answer.page", { page: c.page })}`}</span>
          <q>{c.quote}</q>
          {!c.verified && <span class="badge badge-warn">{t("answer.unverified")}</span>}
        </span>
      </button>
    </li>
  );
}

/** Caveats are the reasons to take an answer with care. */
function Caveats(props: { answer: Answer }) {
  const t = useText();
  const a = props.answer;
  const unsupported = list(a.unsupported);
  const conflicts = list(a.conflicts);
  return (
    <>
      {a.own_knowledge && <p class="badge badge-warn">{t("answer.own")}</p>}
      {a.limited && <p class="badge badge-warn">{t("answer.limited", { limit: a.limited })}</p>}
      {unsupported.length > 0 && <Points title={t("answer.unsupported")} points={unsupported} />}
      {conflicts.length > 0 && <Points title={t("answer.conflicts")} points={conflicts} />}
    </>
  );
}

function Points(props: { title: string; points: string[] }) {
  return <div class="notice"><strong>{props.title}</strong><ul>{props.points.map((p, i) => <li key={i}>{p}</li>)}</ul></div>;
}

/** list gives texts of what may be texts or objects with one. */
function list(values: unknown[] | undefined): string[] {
  return (values ?? []).map((v) => {
    if (typeof v === "string") return v;
    const fields = (v ?? {}) as Record<string, unknown>;
    return ["sentence", "text", "claim", "what", "message"].map((f) => fields[f]).find((f): f is string => typeof f === "string") ?? JSON.stringify(v);
  });
}
