import type { Grove } from "../api/grove";
import type { Tie } from "../api/types";
import { tieOf } from "../graph/scene";
import { useText } from "../i18n";
import { browserCypher } from "../lib/cypher";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { go } from "../state/place";
import { CopyBlock } from "../ui/copy-block";
import { Icon } from "../ui/icons";
import { Panel, Section } from "../ui/panel";
import { Failure, Loading } from "../ui/states";
import type { Explorer } from "./explorer";

/** CommunityPanel tells what a community is about and what is in it. */
export function CommunityPanel(props: { grove: Grove; explorer: Explorer; id: string }) {
  const t = useText();
  const { grove, explorer, id } = props;
  const community = useLoad((signal) => grove.community(id, signal), [grove, id]);
  useStore(explorer.scene.version);
  const shown = useStore(explorer.statement);
  const c = community.data;
  const isOpen = explorer.scene.unfolded.has(id);
  const open = (node: string) => void explorer.reveal(node).then(() => explorer.select(node));
  return (
    <Panel title={c?.title ?? "…"} close={() => go({ node: "" })}>
      {c === undefined && community.error === undefined && <Loading />}
      {community.error !== undefined && <Failure error={community.error} retry={community.reload} />}
      {c !== undefined && (
        <>
          <p class="panel-facts">{t("graph.community")} <span class="muted">· {t("node.members", { n: count(c.size) })} · {t("node.level", { n: c.level })}</span></p>
          <div class="row">
            {isOpen
              ? <button type="button" class="button button-small" data-action="fold" onClick={() => explorer.fold(id)}><Icon name="fold" size={14} /> {t("node.fold")}</button>
              : <button type="button" class="button button-small" data-action="unfold" onClick={() => void explorer.unfold(id)}><Icon name="plus" size={14} /> {t("node.unfold")}</button>}
          </div>
          {c.summary && <p>{c.summary}</p>}
          {c.keywords.length > 0 && (
            <Section title={t("node.keywords")}>
              <p class="chips">{c.keywords.map((k) => <button type="button" key={k.id} class="chip" onClick={() => open(k.entity)}>{k.name}</button>)}</p>
            </Section>
          )}
          <Section title={t("node.inside")}>
            <ul class="plain">
              {c.children.map((child) => <li key={child.id}><button type="button" class="link" onClick={() => explorer.select(child.id)}>{child.title}</button> <span class="muted small">{count(child.size)}</span></li>)}
              {c.members.map((m) => <li key={m.id}><button type="button" class="link" onClick={() => open(m.id)}>{m.name}</button> <span class="muted small">{m.type}</span></li>)}
            </ul>
          </Section>
          <Ties explorer={explorer} id={id} />
          {shown !== undefined && (
            <details class="section">
              <summary>{t("node.neo4j")}</summary>
              <p class="muted small">{t("node.neo4jHint")}</p>
              <CopyBlock text={browserCypher(shown)} label={t("node.neo4j")} />
            </details>
          )}
        </>
      )}
    </Panel>
  );
}

/** mostTies is how many ties of a community are listed. */
const mostTies = 12;

/** Ties lists what a community is tied to on the canvas, and by what; the strongest first. */
function Ties(props: { explorer: Explorer; id: string }) {
  const t = useText();
  const { explorer, id } = props;
  const { graph } = explorer.scene;
  if (!graph.hasNode(id)) return null;
  const ties = graph.mapEdges(id, (_edge, data, source, target) => {
    const other = source === id ? target : source;
    return { other, label: graph.getNodeAttribute(other, "label"), weight: data.weight, tie: tieOf(data) };
  });
  if (ties.length === 0) return null;
  ties.sort((a, b) => b.weight - a.weight || (a.other < b.other ? -1 : 1));
  const parts = (tie: Tie) => [
    tie.weight > 0 ? t("node.byRelations", { n: count(tie.weight) }) : "", tie.facts > 0 ? t("node.byFacts", { n: count(tie.facts) }) : "",
    tie.chunks > 0 ? t("node.byChunks", { n: count(tie.chunks) }) : "",
  ].filter(Boolean).join(" · ");
  return (
    <Section title={t("node.ties")} extra={count(ties.length)}>
      <ul class="plain">
        {ties.slice(0, mostTies).map(({ other, label, tie }) => (
          <li key={other}><button type="button" class="link" onClick={() => explorer.look(other)}>{label}</button> <span class="muted small">{parts(tie)}</span></li>
        ))}
      </ul>
    </Section>
  );
}
