import { useState } from "preact/hooks";

import type { Decided, Duplicate } from "../api/types";
import { useText } from "../i18n";
import { reasonText } from "../i18n/reasons";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { useGrove } from "../state/grove";
import { go } from "../state/place";
import { Failure, Loading } from "../ui/states";
import { Decisions } from "./decisions";
import { MergeForm } from "./merge-form";

/** DuplicatesView lists names that may be of one thing, merges them, and takes that back. */
export function DuplicatesView() {
  const t = useText();
  const grove = useGrove();
  const pairs = useLoad((signal) => grove.duplicates(signal), [grove]);
  const decisions = useLoad((signal) => grove.decisions(signal), [grove]);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  // last is the decision just made, which can be undone at once.
  const [last, setLast] = useState("");
  const [error, setError] = useState<unknown>();
  const decide = async (what: () => Promise<Decided>, name: "duplicates.merged" | "duplicates.parted" | "duplicates.undone") => {
    setBusy(true);
    setError(undefined);
    try {
      const decided = await what();
      setSaid(t(name, { n: count(decided.restated) }));
      setLast(name === "duplicates.undone" ? "" : decided.decision.id);
      pairs.reload();
      decisions.reload();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  const merge = (names: string[]) => void decide(() => grove.merge(names), "duplicates.merged");
  const undo = (id: string) => void decide(() => grove.undo(id), "duplicates.undone");
  const part = (names: string[]) => void decide(() => grove.apart(names), "duplicates.parted");
  return (
    <div class="page" aria-busy={busy}>
      <h1>{t("duplicates.title")}</h1>
      <p role="status" class="notice-line" data-said={said !== ""}>
        {said} {last !== "" && <button type="button" class="button button-small" data-action="undo-last" disabled={busy} onClick={() => undo(last)}>{t("duplicates.undo")}</button>}
      </p>
      {error !== undefined && <Failure error={error} small />}
      {pairs.error !== undefined ? <Failure error={pairs.error} retry={pairs.reload} />
        : pairs.data === undefined ? <Loading />
        : pairs.data.length === 0 ? <p class="muted">{t("common.both", { a: t("duplicates.none"), b: t("duplicates.noneHint") })}</p>
        : <ul class="cards">{pairs.data.map((d) => <Pair key={d.a.id + d.a.name + d.b.id + d.b.name} pair={d} busy={busy} merge={() => merge([d.a.id, d.b.id])} part={() => part([d.a.id, d.b.id])} />)}</ul>}
      <MergeForm busy={busy} merge={merge} />
      <Decisions decisions={decisions} busy={busy} undo={undo} />
    </div>
  );
}

function Pair(props: { pair: Duplicate; busy: boolean; merge: () => void; part: () => void }) {
  const t = useText();
  const { a, b, reason, score, similarity } = props.pair;
  const percent = (share: number) => Math.round(100 * Math.max(0, share));
  const side = (c: Duplicate["a"]) => (
    <span class="pair-side">
      <button type="button" class="link strong" onClick={() => go({ view: "explore", node: c.id })}>{c.name}</button>
      <span class="muted small"> {c.type} · {t("duplicates.documents", { n: count(c.documents) })}</span>
    </span>
  );
  return (
    <li class="card row row-between">
      <span class="pair">{side(a)}<span aria-hidden="true" class="muted">≟</span>{side(b)}</span>
      <span class="row">
        <span class="badge" title={t("duplicates.alikeHint")}>{reasonText(reason)} · {t("duplicates.alike", { letters: percent(score), said: percent(similarity) })}</span>
        <button type="button" class="button button-small" data-action="apart" disabled={props.busy} aria-label={t("duplicates.apartLabel", { a: a.name, b: b.name })} onClick={props.part}>{t("duplicates.apart")}</button>
        <button type="button" class="button button-small button-main" disabled={props.busy} title={t("duplicates.mergeHint")} aria-label={t("duplicates.mergeLabel", { a: a.name, b: b.name })} onClick={props.merge}>{t("duplicates.merge")}</button>
      </span>
    </li>
  );
}
