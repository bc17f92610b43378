import type { Explorer } from "../explore/explorer";
import { useText } from "../i18n";
import { useEscape } from "../lib/escape";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { adjust, go, place } from "../state/place";
import { Icon } from "../ui/icons";
import { hiddenRelation, hiddenType } from "./look";

/** Filters choose which types and relations are drawn, and of which document. */
export function Filters(props: { explorer: Explorer; close: () => void }) {
  const t = useText();
  const { explorer } = props;
  useEscape(props.close);
  useStore(explorer.scene.version);
  const at = useStore(place);
  const documents = useLoad((signal) => explorer.grove.documents({ limit: 200 }, signal), [explorer]);
  const types = new Set<string>();
  const relations = new Set<string>();
  explorer.scene.graph.forEachNode((_id, n) => n.kind === "element" && types.add(n.type));
  explorer.scene.graph.forEachEdge((_id, e) => e.kind === "relation" && relations.add(e.relation));
  return (
    <div class="filters card" role="group" aria-label={t("graph.filters")}>
      <div class="row row-between">
        <h2>{t("graph.filters")}</h2>
        <button type="button" class="tool" aria-label={t("common.close")} onClick={props.close}><Icon name="close" size={16} /></button>
      </div>
      <label class="field">
        <span>{t("graph.onlyDocument")}</span>
        <select value={at.only} onChange={(e) => go({ only: e.currentTarget.value })}>
          <option value="">{t("common.all")}</option>
          {(documents.data?.documents ?? []).map((d) => <option key={d.id} value={d.id}>{d.title || d.source}</option>)}
        </select>
      </label>
      <Boxes title={t("graph.types")} names={[...types].sort()} hidden={at.hidden} key_={hiddenType} untitled={t("graph.untyped")} />
      <Boxes title={t("graph.relationTypes")} names={[...relations].sort()} hidden={at.hidden} key_={hiddenRelation} untitled="" />
      <button type="button" class="button button-small" onClick={() => adjust({ hidden: [], only: "" })}>{t("graph.showAll")}</button>
    </div>
  );
}

function Boxes(props: { title: string; names: string[]; hidden: string[]; key_: (name: string) => string; untitled: string }) {
  if (props.names.length === 0) return null;
  const toggle = (name: string, shown: boolean) => {
    const id = props.key_(name);
    adjust({ hidden: shown ? props.hidden.filter((h) => h !== id) : [...props.hidden, id] });
  };
  return (
    <fieldset class="boxes">
      <legend>{props.title}</legend>
      {props.names.map((name) => (
        <label key={name}>
          <input type="checkbox" checked={!props.hidden.includes(props.key_(name))} onChange={(e) => toggle(name, e.currentTarget.checked)} /> {name || props.untitled}
        </label>
      ))}
    </fieldset>
  );
}
