import type { Answer, Citation } from "../api/types";
import { isText, useText } from "../i18n";
import { count, took } from "../lib/format";
import { sliceRunes } from "../lib/runes";
import { useStore } from "../lib/store";
import { go, place } from "../state/place";
import { Loading } from "../ui/states";
import type { Inquiry } from "./asking";
import { Nearest } from "./nearest";

/** AnswerCard shows an answer with what it rests on, and what is to be said against it. */
export function AnswerCard(props: { inquiry: Inquiry }) {
  const t = useText();
  const { answer, text, citations, state } = props.inquiry;
  if (text === "" && state === "running") return <Loading text={t("ask.working")} />;
  return (
    <article class={answer?.abstained ? "answer answer-none" : "answer"} data-state={state}>
      <h2>{t(answer?.abstained ? "answer.none" : "answer.title")}</h2>
      <AnswerText text={text} citations={citations} answer={answer} />
      {answer !== undefined && <Caveats answer={answer} />}
      {citations.length > 0 && (
        <>
          <h3>{t("answer.citations")}</h3>
          <ol class="citations">{citations.map((c) => <CitationRow key={c.n} citation={c} />)}</ol>
        </>
      )}
      {answer?.unsure && <p class="muted" data-unsure>{t("answer.unsure", { answer: answer.unsure })}</p>}
      {answer?.abstained && <Nearest passages={answer.nearest ?? []} />}
      {answer !== undefined && (
        <p class="muted small">
          {answer.agent} · {answer.model === "offline" ? t("answer.offline") : answer.model} ·{" "}
          {answer.model === "offline" && !answer.limited ? took(answer.ms) : t("answer.usage", { calls: answer.usage.calls, tokens: count(answer.usage.prompt_tokens + answer.usage.completion_tokens), time: took(answer.ms) })}
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
          {!c.verified ? <span class="badge badge-warn">{t("answer.unverified")}</span>
            : c.weak && <span class="badge badge-partly" data-weak>{t("answer.weak")}</span>}
        </span>
      </button>
    </li>
  );
}

/** Caveats are the reasons to take an answer with care. */
function Caveats(props: { answer: Answer }) {
  const t = useText();
  const a = props.answer;
  const conflicts = a.conflicts ?? [];
  const limit = `limit.${a.limited_by ?? ""}`;
  return (
    <>
      {a.own_knowledge && <p><span class="badge badge-warn">{t("answer.own")}</span></p>}
      {a.limited && <p><span class="badge badge-warn">{t("answer.limited", { limit: isText(limit) ? t(limit) : a.limited })}</span></p>}
      {conflicts.length > 0 && (
        <div class="notice">
          <strong>{t("answer.conflicts")}</strong>
          <ul>{conflicts.map((c, i) => <li key={i}>{c.a.answer} [{c.a.citation}] ≠ {c.b.answer} [{c.b.citation}]</li>)}</ul>
        </div>
      )}
    </>
  );
}

/** AnswerText is the answer, each sentence with its citations, and marked where none bears it out. */
function AnswerText(props: { text: string; citations: Citation[]; answer?: Answer }) {
  const t = useText();
  const { text, citations, answer } = props;
  const marks = (numbers: readonly number[]) => citations.filter((c) => numbers.includes(c.n)).map((c) => <CitationMark key={c.n} citation={c} />);
  const sentences = answer?.sentences ?? [];
  if (sentences.length === 0) return <p class="answer-text">{text} {!answer?.abstained && marks(citations.map((c) => c.n))}</p>;
  return (
    <p class="answer-text">
      {sentences.map((s, i) => (
        <span key={i}>
          {sliceRunes(text, sentences[i - 1]?.end ?? 0, s.start)}
          {s.supported ? sliceRunes(text, s.start, s.end) : <span class="unsupported" title={t("answer.unsupported")}>{sliceRunes(text, s.start, s.end)}</span>}{" "}
          {marks(s.citations)}
          {!s.supported && <span class="badge badge-warn">{t("answer.unsupported")}</span>}
        </span>
      ))}
      {sliceRunes(text, sentences.at(-1)?.end ?? 0)}
    </p>
  );
}
