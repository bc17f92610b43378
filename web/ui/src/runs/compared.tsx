import type { Grove } from "../api/grove";
import type { Comparison } from "../api/types";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { go } from "../state/place";
import { Failure, Loading } from "../ui/states";
import { FigureCell, chance, score, signed, useMetric } from "./figures";

/** Compared shows two runs of the same questions: how each score changed, and which questions were answered worse. */
export function Compared(props: { grove: Grove; before: string; after: string }) {
  const t = useText();
  const { grove, before, after } = props;
  const compared = useLoad((signal) => grove.compare(before, after, signal), [grove, before, after]);
  return (
    <div class="page">
      <button type="button" class="link" data-action="back" onClick={() => go({ item: "", other: "" })}>← {t("runs.title")}</button>
      <div class="row row-between">
        <h1>{t("runs.compared", { a: before, b: after })}</h1>
        <div class="row">
          {[before, after].map((name) => <button key={name} type="button" class="button button-small" onClick={() => go({ item: name, other: "" })}>{name}</button>)}
          <button type="button" class="button button-small" data-action="swap" onClick={() => go({ item: after, other: before })}>{t("runs.swap")}</button>
        </div>
      </div>
      {compared.error !== undefined ? <Failure error={compared.error} retry={compared.reload} />
        : compared.data === undefined ? <Loading />
        : <><Changes compared={compared.data} before={before} after={after} /><Worse compared={compared.data} before={before} after={after} /></>}
    </div>
  );
}

interface Names { compared: Comparison; before: string; after: string }

function Changes(props: Names) {
  const t = useText();
  const metric = useMetric();
  const { changes, only } = props.compared;
  const systems = [...new Set(changes.map((c) => c.system))];
  const worse = changes.filter((c) => c.outcome === "worse" || c.dropped).length;
  return (
    <>
      <p class={worse > 0 ? "notice" : "muted"} data-worse={worse}>{worse > 0 ? t("runs.gotWorse", { n: count(worse) }) : t("runs.noneWorse")}</p>
      {only !== undefined && <p class="muted">{t("runs.onlyOne", { names: only.join(", ") })}</p>}
      {systems.map((system) => (
        <section key={system} class="stack">
          <h2>{system}</h2>
          <div class="table-box" data-changes={system} tabIndex={0} role="region" aria-label={system}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t("runs.metric")}</th><th scope="col" class="number">{t("runs.before", { name: props.before })}</th>
                  <th scope="col" class="number">{t("runs.after", { name: props.after })}</th><th scope="col" class="number">{t("runs.change")}</th>
                  <th scope="col" class="number">{t("runs.interval")}</th><th scope="col" class="number">{t("runs.p")}</th>
                </tr>
              </thead>
              <tbody>
                {changes.filter((c) => c.system === system).map((c) => (
                  <tr key={c.metric} data-metric={c.metric}>
                    <td>{metric(c.metric)}{c.outcome !== "" && <> <span class={c.outcome === "worse" ? "badge badge-failed" : "badge badge-done"}>{t(`runs.${c.outcome}`)}</span></>}
                      {c.dropped && <> <span class="badge badge-failed">{t("runs.dropped")}</span></>}</td>
                    <FigureCell figure={c.before} /><FigureCell figure={c.after} />
                    <td class="number nowrap">{signed(c.pair.difference)}</td><td class="number nowrap">{t("runs.range", { low: signed(c.pair.low), high: signed(c.pair.high) })}</td>
                    <td class="number nowrap">{chance(c.pair.p)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
      <p class="muted small">{t("runs.means")} {t("runs.pHint")}</p>
    </>
  );
}

function Worse(props: Names) {
  const t = useText();
  const metric = useMetric();
  const { worse, fell, headline } = props.compared;
  if (fell === 0) return null;
  const values = { metric: metric(headline), n: count(fell), m: count(worse.length) };
  return (
    <>
      <h2>{t(worse.length < fell ? "runs.fellSome" : "runs.fell", values)}</h2>
      <div class="table-box" data-fell={fell} tabIndex={0} role="region" aria-label={t("runs.fell", values)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("runs.question")}</th><th scope="col">{t("runs.system")}</th><th scope="col">{t("runs.gold")}</th>
              <th scope="col">{t("runs.before", { name: props.before })}</th><th scope="col">{t("runs.after", { name: props.after })}</th>
            </tr>
          </thead>
          <tbody>
            {worse.map((w) => (
              <tr key={`${w.system} ${w.id}`}>
                <td>{w.question}</td><td class="small">{w.system}</td><td>{w.gold.join("; ")}</td>
                <td>{w.answer_before || t("runs.noAnswer")}<div class="muted small">{score(w.before)}</div></td>
                <td>{w.answer_after || t("runs.noAnswer")}<div class="muted small">{score(w.after)}</div></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
