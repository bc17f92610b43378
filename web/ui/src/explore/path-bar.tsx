import type { Path } from "../api/types";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useStore } from "../lib/store";
import { place } from "../state/place";
import { Icon } from "../ui/icons";
import type { Explorer } from "./explorer";

/** PathBar shows the path between two elements, or which end is still to be picked. */
export function PathBar(props: { explorer: Explorer }) {
  const t = useText();
  const { explorer } = props;
  const at = useStore(place);
  const paths = useStore(explorer.paths);
  useStore(explorer.scene.version);
  if (at.from === "" && at.to === "") return null;
  const name = (id: string) => (explorer.scene.graph.hasNode(id) ? explorer.scene.graph.getNodeAttribute(id, "label") : id);
  const best = paths?.[0];
  return (
    <div class="path-bar card" role="status">
      <Icon name="path" size={18} />
      {at.from === "" || at.to === "" ? <span><strong>{name(at.from || at.to)}</strong>: {t("path.pick")}</span>
        : best !== undefined ? <Chain explorer={explorer} path={best} all={paths?.length ?? 1} />
        : paths === undefined ? <span>{name(at.from)} … {name(at.to)}</span>
        : (
          <span>
            {t("path.none", { a: name(at.from), b: name(at.to) })}{" "}
            <button type="button" class="link" data-action="around-both" onClick={() => void explorer.expand(at.from).then(() => explorer.expand(at.to))}>{t("path.around")}</button>
          </span>
        )}
      <button type="button" class="tool" aria-label={t("path.clear")} title={t("path.clear")} onClick={() => explorer.clearPath()}><Icon name="close" size={16} /></button>
    </div>
  );
}

function Chain(props: { explorer: Explorer; path: Path; all: number }) {
  const t = useText();
  const { explorer, path, all } = props;
  return (
    <span class="path-chain">
      {path.elements.map((e, i) => {
        const triple = path.triples[i];
        return (
          <span key={e.id}>
            <button type="button" class="link" onClick={() => explorer.select(e.id)}>{e.name}</button>
            {triple !== undefined && <span class="path-relation"> {triple.head === e.id ? "—" : "←"} {triple.relation} {triple.head === e.id ? "→" : "—"} </span>}
          </span>
        );
      })}
      {all > 1 && <span class="muted small"> {t("path.count", { n: count(all) })}</span>}
    </span>
  );
}
