import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Run } from "../api/types";
import { useText } from "../i18n";
import { count, when } from "../lib/format";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { useGrove } from "../state/grove";
import { go, place } from "../state/place";
import { Empty, Failure, Loading } from "../ui/states";
import { Compared } from "./compared";
import { RunBadge, score, useFollow, useMetric } from "./figures";
import { RunPage } from "./run";

const pageSize = 50;

/** RunsView lists the runs of evaluations, and shows one, or two compared. */
export function RunsView() {
  const grove = useGrove();
  const at = useStore(place);
  if (at.item !== "" && at.other !== "") return <Compared key={`${at.item} ${at.other}`} grove={grove} before={at.item} after={at.other} />;
  return at.item === "" ? <RunList grove={grove} /> : <RunPage key={at.item} grove={grove} name={at.item} />;
}

function RunList(props: { grove: Grove }) {
  const t = useText();
  const { grove } = props;
  const [from, setFrom] = useState(0);
  const [chosen, setChosen] = useState<readonly Run[]>([]);
  const list = useLoad((signal) => grove.runs(from, pageSize, signal), [grove, from]);
  useFollow(list, (data) => data.runs.some((r) => r.state === "running"));
  const toggle = (run: Run) =>
    setChosen((old) => (old.some((r) => r.name === run.name) ? old.filter((r) => r.name !== run.name) : [...old.slice(-1), run]));
  const compare = () => {
    const [a, b] = [...chosen].sort((x, y) => x.started.localeCompare(y.started)).map((r) => r.name);
    if (a !== undefined && b !== undefined) go({ item: a, other: b });
  };
  const runs = list.data?.runs;
  const differ = chosen.length === 2 && chosen[0]?.digest !== chosen[1]?.digest;
  return (
    <div class="page">
      <div class="row row-between">
        <h1>{t("runs.title")}</h1>
        <button type="button" class="button button-small" onClick={list.reload}>{t("common.reload")}</button>
      </div>
      {list.error !== undefined ? <Failure error={list.error} retry={list.reload} />
        : runs === undefined ? <Loading />
        : runs.length === 0 ? <Empty title={t("runs.none")} hint={t("runs.noneHint")} />
        : (
          <>
            <div class="row row-between">
              <span class={differ ? "warn" : "muted"}>{t(differ ? "runs.differ" : "runs.chooseHint")}</span>
              <button type="button" class="button button-main" data-action="compare" disabled={chosen.length !== 2 || differ} onClick={compare}>{t("runs.compare")}</button>
            </div>
            <ul class="cards">
              {runs.map((run) => <RunCard key={run.name} run={run} chosen={chosen.some((r) => r.name === run.name)} toggle={() => toggle(run)} />)}
            </ul>
          </>
        )}
      <div class="row">
        {from > 0 && <button type="button" class="button" onClick={() => setFrom(0)}>{t("common.first")}</button>}
        {list.data !== undefined && list.data.next > 0 && <button type="button" class="button" onClick={() => setFrom(list.data?.next ?? 0)}>{t("common.next")}</button>}
      </div>
    </div>
  );
}

function RunCard(props: { run: Run; chosen: boolean; toggle: () => void }) {
  const t = useText();
  const metric = useMetric();
  const { run } = props;
  return (
    <li class={props.chosen ? "card run-card job-open" : "card run-card"} data-run={run.name}>
      <input type="checkbox" checked={props.chosen} disabled={run.headline === "" || run.state === "running"} aria-label={t("runs.choose", { name: run.name })} onChange={props.toggle} />
      <div class="run-about">
        <div class="row"><button type="button" class="link strong" data-action="open-run" onClick={() => go({ item: run.name })}>{run.name}</button> <RunBadge run={run} /></div>
        {run.problem !== "" ? <div class="small">{run.problem}</div>
          : <div class="muted small">{run.dataset} · {run.models.join(", ")} · {run.modes.join(", ")} · {t("runs.answers", { n: count(run.answers) })} · {when(run.started)}</div>}
        {run.headline === "" && <div class="small">{run.agents.join(", ")}</div>}
      </div>
      {run.headline !== "" && (
        <dl class="run-scores">
          {run.scores.map((s) => (
            <div key={s.system}>
              <dt>{s.system}{s.failed > 0 && <> <span class="badge badge-failed">{t("runs.failed", { n: count(s.failed) })}</span></>}</dt>
              <dd>{s.score === null ? "–" : <>{metric(run.headline)} <strong>{score(s.score.mean)}</strong> <span class="muted small">{t("runs.range", { low: score(s.score.low), high: score(s.score.high) })}</span></>}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
