import { useEffect, useMemo } from "preact/hooks";

import { Canvas } from "../graph/canvas";
import { useText } from "../i18n";
import { useStore } from "../lib/store";
import { useGrove } from "../state/grove";
import { place } from "../state/place";
import { Empty, Failure, Loading } from "../ui/states";
import { Ask } from "./ask";
import { CommunityPanel } from "./community-panel";
import { DecidedBar } from "./decided-bar";
import { Explorer } from "./explorer";
import { NodePanel } from "./node-panel";
import { OnlyBar } from "./only-bar";
import { PathBar } from "./path-bar";
import { Search } from "./search";
import { SourcePanel } from "./source-panel";

/** ExploreView is the first page: search, questions, the graph and what is chosen in it. */
export function ExploreView() {
  const t = useText();
  const grove = useGrove();
  const explorer = useMemo(() => new Explorer(grove), [grove]);
  const at = useStore(place);
  const ready = useStore(explorer.ready);
  const error = useStore(explorer.error);
  const counts = useStore(explorer.counts);
  useEffect(() => {
    void explorer.start();
    return () => explorer.close();
  }, [explorer]);
  useEffect(() => void explorer.showOnly(at.only), [explorer, at.only]);
  const empty = ready && counts !== undefined && counts.key_elements === 0;
  return (
    <div class="explore">
      <h1 class="visually-hidden">{t("view.explore")}</h1>
      <section class="explore-side" aria-label={t("ask.title")}>
        <Search grove={grove} explorer={explorer} />
        <Ask grove={grove} explorer={explorer} />
      </section>
      <section class="explore-graph" aria-label={t("graph.label")}>
        {empty ? <Empty title={t("graph.empty")} hint={t("graph.emptyHint")} />
          : ready || counts !== undefined ? <Canvas explorer={explorer}><OnlyBar explorer={explorer} /><DecidedBar explorer={explorer} /><PathBar explorer={explorer} /></Canvas>
          : error === undefined ? <Loading /> : null}
        {error !== undefined && <div class="explore-error"><Failure error={error} small={ready} retry={ready ? undefined : () => void explorer.start()} /></div>}
      </section>
      {at.doc !== "" ? <SourcePanel key={at.doc} grove={grove} />
        : at.node.startsWith("m") ? <CommunityPanel key={at.node} grove={grove} explorer={explorer} id={at.node} />
        : at.node !== "" ? <NodePanel key={at.node} grove={grove} explorer={explorer} id={at.node} /> : null}
    </div>
  );
}
