import type { SchemaChange } from "../api/types";
import { isText, useText } from "../i18n";
import { count } from "../lib/format";

/** hasLoss tells whether names go that the graph uses. */
export const hasLoss = (c: SchemaChange) => c.lost.length > 0;

/** Consequences tells what another schema would do. */
export function Consequences(props: { change: SchemaChange }) {
  const t = useText();
  const c = props.change;
  const names = (list: { part: string; name: string }[]) => list.map((n) => n.name).join(", ");
  const mode = (m: string) => {
    const key = `schema.mode.${m}`;
    return isText(key) ? t(key) : m;
  };
  if (c.added.length + c.removed.length === 0 && !c.everything && c.mode === null) return <p class="muted">{t("schema.same")}</p>;
  return (
    <ul class="card consequences" data-checked="true">
      {c.added.length > 0 && <li>{t("schema.added", { names: names(c.added) })}</li>}
      {c.removed.length > 0 && <li>{t("schema.removed", { names: names(c.removed) })}</li>}
      {hasLoss(c) && <li class="warn">{t("schema.lost", { names: c.lost.map((l) => `${l.name} (${count(l.count)})`).join(", ") })}</li>}
      {c.mode !== null && <li>{t("schema.evolution", { mode: `${mode(c.mode.from)} → ${mode(c.mode.to)}` })}</li>}
      {c.everything && <li class="muted">{t("schema.everything")}</li>}
    </ul>
  );
}
