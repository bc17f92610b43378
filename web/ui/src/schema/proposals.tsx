import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Proposal } from "../api/types";
import { isText, useText } from "../i18n";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { Failure, Loading } from "../ui/states";

const states = ["open", "accepted", "automatic", "rejected"] as const;

/** Proposals are names outside the schema; each can be taken in, kept out, and taken back. */
export function Proposals(props: { grove: Grove; version: number; changed: () => void }) {
  const t = useText();
  const { grove } = props;
  const [state, setState] = useState<string>("open");
  const [busy, setBusy] = useState("");
  const [said, setSaid] = useState("");
  const [error, setError] = useState<unknown>();
  const list = useLoad((signal) => grove.proposals(state, signal), [grove, state, props.version]);
  const judge = async (p: Proposal, verdict: "accept" | "reject" | "undo") => {
    setBusy(p.id);
    setError(undefined);
    try {
      const e = await grove.judge(p.id, verdict);
      setSaid(t("schema.restated", { name: p.name, n: count(e.restated) }));
      list.reload();
      props.changed();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy("");
    }
  };
  return (
    <section class="section" aria-busy={busy !== ""}>
      <div class="row row-between">
        <h2>{t("schema.proposals")}</h2>
        <div class="tabs" role="group" aria-label={t("schema.proposals")}>
          {states.map((s) => <button type="button" key={s} class="tab" aria-pressed={s === state} onClick={() => setState(s)}>{t(`schema.state.${s}`)}</button>)}
        </div>
      </div>
      <p role="status" class="muted small">{said}</p>
      {error !== undefined && <Failure error={error} small />}
      {list.error !== undefined ? <Failure error={list.error} retry={list.reload} />
        : list.data === undefined ? <Loading />
        : list.data.length === 0 ? <p class="muted">{t("common.both", { a: t("schema.noProposals"), b: t("schema.noProposalsHint") })}</p>
        : (
          <ul class="cards">
            {list.data.map((p) => (
              <li key={p.id} class="card proposal" data-proposal={p.name}>
                <div>
                  <span class="badge">{t(`schema.part.${p.part}`)}</span> <strong>{p.name}</strong>{" "}
                  {p.signature && <span class="muted small">{p.signature.replace(">", " → ")}</span>}
                  <div class="muted small">{t("schema.support", { n: count(p.support), d: count(p.documents) })} · {t("schema.confidence", { n: Math.round(p.confidence * 100) })}
                    {state !== p.state && isText(`schema.state.${p.state}`) && ` · ${t(`schema.state.${p.state}` as "schema.state.open")}`}</div>
                </div>
                <div class="row">
                  {p.state === "open" && <button type="button" class="button button-small button-main" disabled={busy !== ""} data-action="accept" onClick={() => void judge(p, "accept")}>{t("schema.accept")}</button>}
                  {(p.state === "open" || p.state === "automatic") && <button type="button" class="button button-small" disabled={busy !== ""} data-action="reject" onClick={() => void judge(p, "reject")}>{t("schema.reject")}</button>}
                  {(p.state === "accepted" || p.state === "rejected") && <button type="button" class="button button-small" disabled={busy !== ""} data-action="undo" onClick={() => void judge(p, "undo")}>{t("schema.undo")}</button>}
                </div>
              </li>
            ))}
          </ul>
        )}
    </section>
  );
}
