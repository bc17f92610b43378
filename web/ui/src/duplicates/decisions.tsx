import type { Decision } from "../api/types";
import { isText, useText } from "../i18n";
import { when } from "../lib/format";
import type { Loaded } from "../lib/load";
import { Failure, Loading } from "../ui/states";

/** Decisions are the merges and splits that people made; each can be taken back. */
export function Decisions(props: { decisions: Loaded<Decision[]>; busy: boolean; undo: (id: string) => void }) {
  const t = useText();
  const { data, error, reload } = props.decisions;
  return (
    <section class="section">
      <h2>{t("duplicates.decisions")}</h2>
      {error !== undefined ? <Failure error={error} retry={reload} />
        : data === undefined ? <Loading />
        : data.length === 0 ? <p class="muted">{t("duplicates.noDecisions")}</p>
        : (
          <ul class="cards">
            {[...data].reverse().map((d) => (
              <li key={d.id} class="card row row-between" data-decision={d.id}>
                <span><span class="badge">{isText(`duplicates.kind.${d.kind}`) ? t(`duplicates.kind.${d.kind}` as "duplicates.kind.merge") : d.kind}</span> <strong>{d.names.join(" · ")}</strong> <span class="muted small">{when(d.at)}</span></span>
                <button type="button" class="button button-small" data-action="undo" disabled={props.busy} aria-label={t("duplicates.undoLabel", { names: d.names.join(", ") })} onClick={() => props.undo(d.id)}>{t("duplicates.undo")}</button>
              </li>
            ))}
          </ul>
        )}
    </section>
  );
}
