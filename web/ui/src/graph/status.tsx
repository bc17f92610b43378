import type { Explorer } from "../explore/explorer";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useStore } from "../lib/store";
import { type Look, countDrawn, isHidden } from "./look";
import { mostDrawn } from "./scene";

/** Status always says how much of the graph is drawn, and where the rest is. */
export function Status(props: { explorer: Explorer; look: Look }) {
  const t = useText();
  const { scene } = props.explorer;
  useStore(scene.version);
  const counts = useStore(props.explorer.counts);
  const noRoom = useStore(props.explorer.noRoom);
  const busy = useStore(props.explorer.busy);
  const outside = useStore(props.explorer.outside);
  const a = scene.amounts();
  const filtered = props.look.hidden.size === 0 && props.look.only === null ? 0
    : scene.graph.reduceNodes((n, id, data) => n + (isHidden(props.look, id, data) && data.type !== "" ? 1 : 0), 0);
  return (
    <div class="canvas-status" role="status" data-drawn={scene.graph.order + scene.graph.size}>
      {busy > 0 && <span class="spinner" aria-hidden="true" />}
      <span><strong>{t("graph.shown", { n: count(a.entities - filtered), m: count(counts?.entities ?? 0) })}</strong></span>
      {a.communities > 0 && <span>{t("graph.folded", { n: count(Math.max(0, Math.min(a.folded, (counts?.entities ?? a.folded) - a.entities))), c: count(a.communities) })}</span>}
      <span>{t("graph.edges", { n: count(countDrawn(scene.graph, props.look).edges) })}</span>
      {a.left > 0 && <span class="warn">{t("graph.left", { n: count(a.left) })}</span>}
      {a.edgesLeft > 0 && <span class="warn">{t("graph.edgesLeft", { n: count(a.edgesLeft) })}</span>}
      {outside > 0 && <span class="warn">{t("graph.outside", { n: count(outside) })}</span>}
      {noRoom > 0 && <span class="warn">{t("graph.full", { n: count(noRoom), m: count(mostDrawn) })}</span>}
    </div>
  );
}
