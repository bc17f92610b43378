import type { Schema } from "../api/types";
import { useText } from "../i18n";
import { count } from "../lib/format";

/** Names is one part of a schema, with the use that the graph makes of each name. */
export function Names(props: { title: string; part: string; schema: Schema; rows: { name: string; description?: string; detail: string }[] }) {
  const t = useText();
  const uses = new Map((props.schema.names ?? []).filter((n) => n.part === props.part).map((n) => [n.name, n]));
  return (
    <section class="section">
      <h2>{props.title} <span class="muted small">{count(props.rows.length)}</span></h2>
      <ul class="names">
        {props.rows.map((row) => {
          const used = uses.get(row.name);
          return (
            <li key={row.name}>
              <strong>{row.name}</strong> {row.detail && <span class="muted small">{row.detail} </span>}
              {used !== undefined && used.count > 0 && <span class="badge">{t("schema.uses", { n: count(used.count) })}</span>}
              {row.description && <div class="muted small">{row.description}</div>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
