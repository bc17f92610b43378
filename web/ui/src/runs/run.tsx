import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { RunDetail, RunSummary } from "../api/types";
import { useText } from "../i18n";
import { count, took, when } from "../lib/format";
import { download } from "../lib/download";
import { useLoad } from "../lib/load";
import { go } from "../state/place";
import { Confirm } from "../ui/confirm";
import { Failure, Loading } from "../ui/states";
import { FigureCell, RunBadge, chance, signed, useFollow, useMetric } from "./figures";

/** RunPage shows one run: its figures, its systems compared, and its report. */
export function RunPage(props: { grove: Grove; name: string }) {
  const t = useText();
  const { grove, name } = props;
  const run = useLoad((signal) => grove.run(name, signal), [grove, name]);
  useFollow(run, (data) => data.state === "running");
  return (
    <div class="page">
      <button type="button" class="link" data-action="back" onClick={() => go({ item: "" })}>← {t("runs.title")}</button>
      {run.error !== undefined ? <><h1>{name}</h1><Failure error={run.error} retry={run.reload} /><Removal grove={grove} name={name} /></>
        : run.data === undefined ? <Loading />
        : <Shown grove={grove} run={run.data} reload={run.reload} />}
    </div>
  );
}

function Shown(props: { grove: Grove; run: RunDetail; reload: () => void }) {
  const t = useText();
  const { grove, run } = props;
  const summary = run.summary;
  return (
    <>
      <div class="row row-between">
        <h1>{run.name} <RunBadge run={run} /></h1>
        <div class="row">
          {summary !== null && run.state !== "running" && <OtherRun grove={grove} run={run} />}
          <button type="button" class="button button-small" onClick={props.reload}>{t("common.reload")}</button>
          <Removal grove={grove} name={run.name} />
        </div>
      </div>
      <p class="muted">{run.dataset} · {run.models.join(", ")} · {run.modes.join(", ")} · {t("runs.answers", { n: count(run.answers) })} · {when(run.started)}</p>
      {run.state !== "done" && (
        <p class="notice">{t(run.state === "running" ? "runs.running" : "runs.unfinished", { n: count(run.answers) })} {summary !== null && t("runs.earlier")}</p>
      )}
      {summary !== null && <><Systems metrics={run.metrics} summary={summary} /><Pairs summary={summary} /><Report grove={grove} name={run.name} /></>}
    </>
  );
}

function Removal(props: { grove: Grove; name: string }) {
  const t = useText();
  const { grove, name } = props;
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>();
  const answered = (yes: boolean) => {
    setAsking(false);
    if (yes) grove.removeRun(name).then(() => go({ item: "" }), setError);
  };
  return (
    <>
      <button type="button" class="button button-small button-danger" data-action="remove-run" onClick={() => setAsking(true)}>{t("runs.remove")}</button>
      {asking && <Confirm title={t("runs.removeTitle", { name })} body={t("runs.removeBody")} action={t("runs.remove")} done={answered} />}
      {error !== undefined && <Failure error={error} small />}
    </>
  );
}

/** OtherRun chooses a run of the same set to compare with: the older of two is what came before. */
function OtherRun(props: { grove: Grove; run: RunDetail }) {
  const t = useText();
  const { grove, run } = props;
  const list = useLoad((signal) => grove.runs(0, 200, signal), [grove]);
  const others = (list.data?.runs ?? []).filter((r) => r.name !== run.name && r.digest === run.digest && r.headline !== "" && r.state !== "running");
  if (others.length === 0) return null;
  const choose = (name: string) => {
    const other = others.find((r) => r.name === name);
    if (other !== undefined) go(other.started < run.started ? { item: name, other: run.name } : { item: run.name, other: name });
  };
  return (
    <select data-action="compare-with" aria-label={t("runs.compareWith")} value="" onChange={(e) => choose(e.currentTarget.value)}>
      <option value="">{t("runs.compareWith")}</option>
      {others.map((r) => <option key={r.name} value={r.name}>{r.name}</option>)}
    </select>
  );
}

function Systems(props: { metrics: string[]; summary: RunSummary }) {
  const t = useText();
  const metric = useMetric();
  const { metrics, summary } = props;
  return (
    <>
      <div class="table-box" data-figures tabIndex={0} role="region" aria-label={t("runs.title")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("runs.system")}</th>
              <th scope="col" class="number">{t("runs.answersHead")}</th><th scope="col" class="number">{t("runs.failedHead")}</th><th scope="col" class="number">{t("runs.abstained")}</th>
              {metrics.map((m) => <th key={m} scope="col" class="number">{metric(m)}</th>)}
              <th scope="col" class="number">{t("runs.calls")}</th><th scope="col" class="number">{t("runs.tokens")}</th><th scope="col" class="number">{t("runs.time")}</th>
            </tr>
          </thead>
          <tbody>
            {summary.systems.map((s) => (
              <tr key={s.title}>
                <td>{s.title}</td>
                <td class="number">{count(s.items)}</td><td class="number">{count(s.failed)}</td><td class="number">{count(s.abstained)}</td>
                {metrics.map((m) => <FigureCell key={m} figure={s.scores[m]} />)}
                <td class="number">{s.calls.toFixed(1)}</td><td class="number">{count(Math.round(s.tokens))}</td><td class="number nowrap">{took(s.ms_p50)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted small">{t("runs.means")}</p>
    </>
  );
}

function Pairs(props: { summary: RunSummary }) {
  const t = useText();
  const metric = useMetric();
  const pairs = props.summary.pairs;
  const first = pairs[0];
  if (first === undefined) return null;
  return (
    <>
      <h2>{t("runs.pairs", { metric: metric(first.metric) })}</h2>
      <div class="table-box" tabIndex={0} role="region" aria-label={t("runs.pairs", { metric: metric(first.metric) })}>
        <table>
          <thead><tr><th scope="col">A</th><th scope="col">B</th><th scope="col" class="number">{t("runs.questions")}</th><th scope="col" class="number">B − A</th>
            <th scope="col" class="number">{t("runs.interval")}</th><th scope="col" class="number">{t("runs.p")}</th></tr></thead>
          <tbody>
            {pairs.map((p) => (
              <tr key={`${p.a} ${p.b}`}>
                <td>{p.a}</td><td>{p.b}</td><td class="number">{count(p.n)}</td><td class="number nowrap">{signed(p.difference)}</td>
                <td class="number nowrap">{t("runs.range", { low: signed(p.low), high: signed(p.high) })}</td><td class="number nowrap">{chance(p.p)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted small">{t("runs.pHint")}</p>
    </>
  );
}

/** Report shows the page of the report in a frame that may do nothing: no script, no form, no link to this page. */
function Report(props: { grove: Grove; name: string }) {
  const t = useText();
  const { grove, name } = props;
  const report = useLoad((signal) => grove.report(name, signal), [grove, name]);
  const page = report.data;
  return (
    <>
      <div class="row row-between">
        <h2>{t("runs.report")}</h2>
        {page !== undefined && <button type="button" class="button button-small" data-action="save-report" onClick={() => download(new Blob([page], { type: "text/html" }), `${name}.html`)}>{t("runs.save")}</button>}
      </div>
      {report.error !== undefined ? <Failure error={report.error} retry={report.reload} />
        : page === undefined ? <Loading />
        : <iframe class="run-report" title={t("runs.report")} sandbox="" srcdoc={page} />}
    </>
  );
}
