import { useState } from "preact/hooks";

import type { Explorer } from "../explore/explorer";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useStore } from "../lib/store";
import { type Look, isHidden } from "./look";
import { Dot } from "./legend";
import { typeColour } from "./palette";

const pageSize = 200;

/** NodeList is the scene as a list: for who cannot see the picture, or cannot draw it. */
export function NodeList(props: { explorer: Explorer; look: Look; missing: boolean }) {
  const t = useText();
  const { explorer, look } = props;
  useStore(explorer.scene.version);
  const [rows, setRows] = useState(pageSize);
  const all = explorer.scene.graph.mapNodes((id, n) => ({ id, n })).filter(({ id, n }) => !isHidden(look, id, n));
  all.sort((a, b) => b.n.members - a.n.members || b.n.size - a.n.size || a.n.label.localeCompare(b.n.label) || (a.id < b.id ? -1 : 1));
  return (
    <div class="node-list" tabIndex={0} aria-label={t("graph.label")} role="region">
      {props.missing && <p class="notice" role="note">{t("graph.noWebgl")}</p>}
      <ul>
        {all.slice(0, rows).map(({ id, n }) => (
          <li key={id}>
            <button type="button" class="node-row" aria-current={id === look.selected ? "true" : undefined} onClick={() => explorer.select(id)}>
              <Dot color={n.kind === "community" ? look.palette.community : typeColour(look.palette, look.types, n.type)} />
              <span>{n.label}</span>
              <span class="muted">{n.kind === "community" ? t("node.members", { n: count(n.members) }) : n.type}</span>
            </button>
          </li>
        ))}
      </ul>
      {all.length > rows && <button type="button" class="button" onClick={() => setRows(rows + pageSize)}>{t("common.more")} ({count(all.length - rows)})</button>}
    </div>
  );
}
