import { useState } from "preact/hooks";

import { useText } from "../i18n";
import { count, took, when } from "../lib/format";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { useGrove } from "../state/grove";
import { go, place } from "../state/place";
import { Icon } from "../ui/icons";
import { Empty, Failure, Loading } from "../ui/states";
import { Replay } from "./replay";

const pageSize = 50;

/** TracesView lists the questions that were asked, and replays one on the graph. */
export function TracesView() {
  const t = useText();
  const grove = useGrove();
  const at = useStore(place);
  const [before, setBefore] = useState("");
  const list = useLoad((signal) => grove.traces(before, pageSize, signal), [grove, before]);
  if (at.item !== "") return <Replay key={at.item} grove={grove} id={at.item} />;
  return (
    <div class="page">
      <h1>{t("traces.title")}</h1>
      {list.error !== undefined ? <Failure error={list.error} retry={list.reload} />
        : list.data === undefined ? <Loading />
        : list.data.length === 0 ? <Empty title={t("traces.none")} hint={t("traces.noneHint")} />
        : (
          <ul class="cards">
            {list.data.map((trace) => (
              <li key={trace.id} class="card row row-between" data-trace={trace.id}>
                <div>
                  <strong>{trace.question}</strong>
                  <div>{trace.reply} {trace.abstained && <span class="badge badge-warn">{t("traces.abstained")}</span>} {trace.failed && <span class="badge badge-failed">{t("traces.failed")}</span>}</div>
                  <div class="muted small">{trace.asked_agent !== "" && trace.asked_agent !== trace.agent && `${trace.asked_agent}: `}{trace.agent} · {t("traces.steps", { n: count(trace.steps), calls: count(trace.calls) })} · {took(trace.ms)} · {when(trace.asked)}</div>
                </div>
                <button type="button" class="button button-small button-main" data-action="replay" onClick={() => go({ item: trace.id })}><Icon name="play" size={14} /> {t("traces.replay")}</button>
              </li>
            ))}
          </ul>
        )}
      <div class="row">
        {before !== "" && <button type="button" class="button" onClick={() => setBefore("")}>{t("common.first")}</button>}
        {list.data?.length === pageSize && <button type="button" class="button" onClick={() => setBefore(list.data?.at(-1)?.id ?? "")}>{t("common.next")}</button>}
      </div>
    </div>
  );
}
