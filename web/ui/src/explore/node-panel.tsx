import type { Grove } from "../api/grove";
import type { Entity } from "../api/types";
import { useText } from "../i18n";
import { browserCypher } from "../lib/cypher";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { go, place } from "../state/place";
import { dark } from "../state/settings";
import { Dot } from "../graph/legend";
import { palette, typeColour } from "../graph/palette";
import { CopyBlock } from "../ui/copy-block";
import { Icon } from "../ui/icons";
import { Panel, Section } from "../ui/panel";
import { Failure, Loading } from "../ui/states";
import { EvidenceSection } from "./evidence";
import type { Explorer } from "./explorer";
import { SplitForm } from "./split-form";

/** NodePanel tells what the graph says of an element, and from where it has it. */
export function NodePanel(props: { grove: Grove; explorer: Explorer; id: string }) {
  const { grove, explorer, id } = props;
  const t = useText();
  const types = useStore(explorer.types);
  const isDark = useStore(dark);
  const changes = useStore(explorer.changes);
  const entity = useLoad((signal) => grove.entity(id, 50, signal), [grove, id, changes]);
  const e = entity.data;
  return (
    <Panel title={e?.name ?? "…"} close={() => go({ node: "" })}>
      {e === undefined && entity.error === undefined && <Loading />}
      {entity.error !== undefined && <Failure error={entity.error} retry={entity.reload} />}
      {e !== undefined && (
        <>
          <p class="panel-facts">
            <Dot color={typeColour(palette(isDark), types, e.type)} /> {e.type || t("graph.untyped")}
            <span class="muted"> · {t("node.support", { n: count(e.support) })} · {t("node.facts", { n: count(e.facts) })}</span>
          </p>
          {e.description && <p>{e.description}</p>}
          <Actions explorer={explorer} id={e.id} />
          {e.aliases.length > 1 && <Section title={t("node.aliases")}><p>{e.aliases.filter((a) => a !== e.name).join(" · ")}</p></Section>}
          <SplitForm explorer={explorer} entity={e} />
          {e.attributes.length > 0 && (
            <Section title={t("node.attributes")}>
              <dl class="pairs">{e.attributes.map((a) => <div key={a.id}><dt>{a.key}</dt><dd>{a.value}</dd></div>)}</dl>
            </Section>
          )}
          {e.relations.length > 0 && <Relations explorer={explorer} entity={e} />}
          {e.community !== null && (
            <Section title={t("node.community")}>
              <button type="button" class="link" onClick={() => go({ node: e.community?.id ?? "" })}>{e.community.title}</button>
              <span class="muted small"> {t("node.members", { n: count(e.community.size) })}</span>
            </Section>
          )}
          <EvidenceSection grove={grove} entity={e} />
          <Neo4j id={e.id} grove={grove} />
        </>
      )}
    </Panel>
  );
}

function Actions(props: { explorer: Explorer; id: string }) {
  const t = useText();
  const { explorer, id } = props;
  const at = useStore(place);
  const expanded = useStore(explorer.expanded);
  const to = () => {
    go({ to: id });
    if (at.from !== "") void explorer.findPath(at.from, id);
  };
  const from = () => {
    explorer.clearPath();
    go({ from: id, to: "" });
  };
  return (
    <div class="row">
      <button type="button" class="button button-small" data-action="expand" onClick={() => void explorer.expand(id)}><Icon name="plus" size={14} /> {t("node.expand")}</button>
      <button type="button" class="button button-small" data-action="path-from" onClick={from}><Icon name="path" size={14} /> {t("node.pathFrom")}</button>
      {expanded?.id === id && <span class="muted small" role="status" data-expanded={expanded.fresh}>{expanded.fresh > 0 ? t("node.expanded", { n: count(expanded.fresh) }) : t("node.expandedNone")}</span>}
      {at.from !== "" && at.from !== id && <button type="button" class="button button-small" data-action="path-to" onClick={to}>{t("node.pathTo")}</button>}
    </div>
  );
}

function Relations(props: { explorer: Explorer; entity: Entity }) {
  const t = useText();
  const { entity, explorer } = props;
  const open = (id: string) => void explorer.reveal(id).then(() => explorer.select(id));
  return (
    <Section title={t("node.relations")} extra={count(entity.relations.length)}>
      <ul class="relations">
        {entity.relations.map((r) => {
          const out = r.head === entity.id;
          return (
            <li key={r.id}>
              <span class="relation-name">{out ? "→" : "←"} {r.relation}</span>
              <button type="button" class="link" onClick={() => open(out ? r.tail : r.head)}>{out ? r.tail_name : r.head_name}</button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Neo4j shows how the element and what is around it are drawn in Neo4j Browser. */
function Neo4j(props: { id: string; grove: Grove }) {
  const t = useText();
  const shown = useLoad((signal) => props.grove.around(props.id, 50, signal), [props.grove, props.id]);
  if (shown.error !== undefined) return <Failure error={shown.error} small retry={shown.reload} />;
  if (shown.data === undefined) return null;
  return (
    <details class="section">
      <summary>{t("node.neo4j")}</summary>
      <p class="muted small">{t("node.neo4jHint")}</p>
      <CopyBlock text={browserCypher(shown.data)} label={t("node.neo4j")} />
    </details>
  );
}
