import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Explorer } from "../explore/explorer";
import { useText } from "../i18n";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { place } from "../state/place";
import { dark } from "../state/settings";
import { Icon, type IconName } from "../ui/icons";
import { Drawing } from "./drawing";
import { Filters } from "./filters";
import { Layers } from "./layers";
import { Legend } from "./legend";
import { type Look, countDrawn, largeOf, mostNamed } from "./look";
import { NodeList } from "./node-list";
import { palette } from "./palette";
import { Status } from "./status";
import { canDraw } from "./webgl";

/**
 * Canvas is the picture of the scene with its tools, or a list where it cannot be drawn.
 * Its children are at its foot, above what tells how much is drawn.
 */
export function Canvas(props: { explorer: Explorer; children?: ComponentChildren }) {
  const { explorer } = props;
  const t = useText();
  const [broken, setBroken] = useState(false);
  const layers = useLoad(layersToDraw, []).data;
  const drawable = broken || layers === null ? false : layers && true;
  const [listed, setListed] = useState(false);
  const asList = listed || drawable === false;
  const [filters, setFilters] = useState(false);
  const [hovered, setHovered] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>();
  const look = useLook(explorer, hovered);
  const at = useStore(place);

  useEffect(() => {
    if (asList || !layers || box.current === null) return;
    const d = drawingIn(box.current, explorer, layers, look, setHovered);
    if (d === undefined) {
      setBroken(true);
      return;
    }
    drawing.current = d;
    return () => {
      drawing.current = undefined;
      d.close();
    };
  }, [explorer, asList, layers]);
  useEffect(() => drawing.current?.show(look), [look]);
  useEffect(() => {
    const handle = {
      spot: (id: string) => drawing.current?.spot(id), ids: () => explorer.scene.graph.nodes(),
      labels: () => drawing.current?.labels.map(({ x, y, width, height, wish }) => ({ x, y, width, height, text: wish.text, strong: wish.strong })) ?? [],
      hulls: () => drawing.current?.hulls.map((h) => h.id) ?? [], hullAt: (x: number, y: number) => drawing.current?.hullAt({ x, y }), node: (id: string) => drawing.current?.drawnNode(id),
    };
    Object.assign(window, { groveCanvas: handle }); // for tests of the page, which cannot read a picture
  }, [explorer]);
  const drawn = useMemo(() => countDrawn(explorer.scene.graph, look), [explorer, look]);

  return (
    <>
      {asList ? <NodeList explorer={explorer} look={look} missing={drawable === false} />
        : <div ref={box} class="canvas" data-nodes={drawn.nodes} data-edges={drawn.edges} data-folded={drawn.folded} role="img" aria-label={`${t("graph.label")}. ${t("graph.help")}`} style={hovered ? { cursor: "pointer" } : {}} />}
      {!asList && <span class="spinner canvas-wait" aria-hidden="true" />}
      <div class="canvas-tools" role="toolbar" aria-label={t("graph.label")}>
        {!asList && (
          <>
            <Tool icon="plus" label={t("graph.zoomIn")} act={() => drawing.current?.zoom(0.6)} />
            <Tool icon="minus" label={t("graph.zoomOut")} act={() => drawing.current?.zoom(1.6)} />
            <Tool icon="fit" label={t("graph.fit")} act={() => drawing.current?.fit()} />
          </>
        )}
        <Tool icon="fold" label={t("graph.reset")} act={() => void explorer.foldAll()} />
        <Tool icon="filter" label={t("graph.filters")} pressed={filters || at.hidden.length > 0 || at.only !== ""} act={() => setFilters(!filters)} />
        {drawable && <Tool icon="list" label={t(asList ? "graph.canvas" : "graph.list")} pressed={asList} act={() => setListed(!listed)} />}
      </div>
      {filters && <Filters explorer={explorer} close={() => setFilters(false)} />}
      {!asList && <Legend explorer={explorer} look={look} />}
      <div class="canvas-foot">
        {props.children}
        <Status explorer={explorer} look={look} />
      </div>
    </>
  );
}

/** layersToDraw are what to draw on, null where the browser cannot draw. */
async function layersToDraw(signal: AbortSignal): Promise<Layers | null> {
  return (await canDraw()) ? new Layers().make(signal) : null;
}

/** drawingIn draws into a box; undefined where the browser does not let it after all. */
function drawingIn(box: HTMLElement, explorer: Explorer, layers: Layers, look: Look, hover: (id: string) => void): Drawing | undefined {
  try {
    return new Drawing(explorer.scene, box, layers, look, { select: (id) => explorer.select(id), expand: (id) => void explorer.expand(id), hover, look: (id) => explorer.look(id) });
  } catch {
    return undefined;
  }
}

function Tool(props: { icon: IconName; label: string; pressed?: boolean; act: () => void }) {
  return (
    <button type="button" class="tool" title={props.label} aria-label={props.label} aria-pressed={props.pressed} onClick={props.act}>
      <Icon name={props.icon} size={18} />
    </button>
  );
}

/** useLook gathers how the scene is looked at. */
function useLook(explorer: Explorer, hovered: string): Look {
  const at = useStore(place);
  const isDark = useStore(dark);
  const marks = useStore(explorer.marks);
  const types = useStore(explorer.types);
  const only = useStore(explorer.only);
  const version = useStore(explorer.scene.version);
  const graph = explorer.scene.graph;
  const near = useMemo(() => {
    const centre = hovered || at.node;
    return centre !== "" && graph.hasNode(centre) && graph.order > 1 && (hovered !== "" || (marks.visited.size === 0 && marks.cited.size === 0))
      ? new Set([centre, ...graph.neighbors(centre), ...(at.node ? [at.node] : [])]) : null;
  }, [graph, version, hovered, at.node, marks]);
  return useMemo(() => ({
    palette: palette(isDark), types, selected: at.node, hovered, near, cited: marks.cited, citedEdges: marks.citedEdges, visited: marks.visited, walked: marks.walked,
    pathNodes: marks.pathNodes, pathEdges: marks.pathEdges, hidden: new Set(at.hidden), only,
    named: graph.order <= mostNamed,
    large: largeOf(graph),
  }), [isDark, types, at.node, hovered, near, marks, at.hidden, only, version]);
}
