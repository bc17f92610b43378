import type { Explorer } from "../explore/explorer";
import { useText } from "../i18n";
import { useStore } from "../lib/store";
import { adjust, place } from "../state/place";
import { type Look, hiddenType } from "./look";
import { typeColour } from "./palette";

/** Legend tells what the colours mean; a type in it can be hidden. */
export function Legend(props: { explorer: Explorer; look: Look }) {
  const t = useText();
  const { look, explorer } = props;
  useStore(explorer.scene.version);
  const at = useStore(place);
  const drawn = new Map<string, number>();
  let communities = 0;
  explorer.scene.graph.forEachNode((_id, n) => {
    if (n.kind === "community") communities++;
    else drawn.set(n.type, (drawn.get(n.type) ?? 0) + 1);
  });
  const types = [...drawn.keys()].sort((a, b) => rank(look, a) - rank(look, b) || a.localeCompare(b));
  const toggle = (type: string) => {
    const name = hiddenType(type);
    adjust({ hidden: at.hidden.includes(name) ? at.hidden.filter((h) => h !== name) : [...at.hidden, name] });
  };
  return (
    <div class="legend" role="group" aria-label={t("graph.legend")}>
      {communities > 0 && <span class="legend-item"><Dot color={look.palette.community} />{t("graph.community")}</span>}
      {explorer.scene.whole && explorer.scene.unfolded.size > 0 && <span class="legend-item"><span class="legend-tint" />{t("graph.community")}</span>}
      {types.map((type) => (
        <button type="button" key={type} class="legend-item legend-button" aria-pressed={!look.hidden.has(hiddenType(type))} onClick={() => toggle(type)}>
          <Dot color={typeColour(look.palette, look.types, type)} />{type === "" ? t("graph.untyped") : type} <span class="muted">{drawn.get(type)}</span>
        </button>
      ))}
      {look.cited.size > 0 && <span class="legend-item legend-mark"><Ring color={look.palette.cited} />{t("graph.cited")}</span>}
      {look.visited.size > 0 && <span class="legend-item legend-mark"><Line color={look.palette.walked} />{t("graph.visited")}</span>}
      {look.pathNodes.size > 0 && <span class="legend-item legend-mark"><Ring color={look.palette.path} />{t("graph.path")}</span>}
    </div>
  );
}

/** Dot is a spot of a colour. */
export function Dot(props: { color: string }) {
  return <svg class="dot" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill={props.color} /></svg>;
}

function Ring(props: { color: string }) {
  return <svg class="dot" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4" fill="none" stroke={props.color} stroke-width="2" /></svg>;
}

function Line(props: { color: string }) {
  return <svg class="dot" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true"><path d="M0 5h10" stroke={props.color} stroke-width="2.5" /></svg>;
}

function rank(look: Look, type: string): number {
  const index = look.types.indexOf(type);
  return index < 0 ? look.types.length : index;
}
