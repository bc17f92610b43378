import { useEffect, useMemo, useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Citation, Trace } from "../api/types";
import { AnswerCard } from "../explore/answer";
import { Explorer } from "../explore/explorer";
import { NodePanel } from "../explore/node-panel";
import { SourcePanel } from "../explore/source-panel";
import { Steps } from "../explore/steps";
import { Canvas } from "../graph/canvas";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { go, place } from "../state/place";
import { Icon } from "../ui/icons";
import { Failure, Loading } from "../ui/states";

const none: readonly Citation[] = [];

/** pace is the time between two steps of a replay, in milliseconds. */
const pace = 350;

/** Replay shows a stored trace on the graph, step by step, without asking anybody. */
export function Replay(props: { grove: Grove; id: string }) {
  const t = useText();
  const { grove } = props;
  const explorer = useMemo(() => new Explorer(grove), [grove]);
  const trace = useLoad((signal) => grove.trace(props.id, signal), [grove, props.id]);
  const ready = useStore(explorer.ready);
  const counts = useStore(explorer.counts);
  const problem = useStore(explorer.error);
  const at = useStore(place);
  useEffect(() => {
    void explorer.start();
    return () => explorer.close();
  }, [explorer]);
  return (
    <div class="explore">
      <section class="explore-side" aria-label={t("traces.title")}>
        <button type="button" class="link" onClick={() => go({ item: "", node: "", doc: "" })}>← {t("traces.title")}</button>
        {trace.error !== undefined ? <Failure error={trace.error} retry={trace.reload} />
          : trace.data === undefined ? <Loading />
          : <Playing trace={trace.data} explorer={explorer} ready={ready} />}
        {problem !== undefined && <Failure error={problem} small />}
      </section>
      <section class="explore-graph" aria-label={t("graph.label")}>{ready || counts !== undefined ? <Canvas explorer={explorer} /> : <Loading />}</section>
      {at.doc !== "" ? <SourcePanel key={at.doc} grove={grove} /> : at.node.startsWith("k") ? <NodePanel key={at.node} grove={grove} explorer={explorer} id={at.node} /> : null}
    </div>
  );
}

function Playing(props: { trace: Trace; explorer: Explorer; ready: boolean }) {
  const t = useText();
  const { trace, explorer, ready } = props;
  const steps = trace.answer.trace;
  const [n, setN] = useState(0);
  const [playing, setPlaying] = useState(true);
  useEffect(() => {
    if (!playing || !ready || n >= steps.length) return;
    const timer = setTimeout(() => setN(n + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, ready, n, steps.length]);
  useEffect(() => explorer.follow(steps, n), [explorer, steps, n]);
  const done = n >= steps.length;
  const citations = done && trace.error === null ? trace.answer.citations : none;
  useEffect(() => explorer.cite(citations), [explorer, citations]);
  const state = done ? "done" : "running";
  return (
    <>
      <h1 class="replay-title">{trace.question}</h1>
      <div class="row">
        <button type="button" class="button button-small" onClick={() => { if (done) setN(0); setPlaying(done || !playing); }}>
          <Icon name={playing && !done ? "stop" : "play"} size={14} /> {t(playing && !done ? "traces.pause" : "traces.replay")}
        </button>
        <label class="replay-slider">
          <span class="visually-hidden">{t("traces.replaying", { n, m: steps.length })}</span>
          <input type="range" min={0} max={steps.length} value={n} onInput={(e) => { setPlaying(false); setN(Number(e.currentTarget.value)); }} />
        </label>
        <span class="muted small" data-replayed={n}>{t("traces.replaying", { n: count(n), m: count(steps.length) })}</span>
      </div>
      {trace.error !== null && <p class="failure failure-small">{trace.error.message}</p>}
      {done && trace.error === null && <AnswerCard inquiry={{ question: trace.question, steps, citations: trace.answer.citations, text: trace.answer.answer, answer: trace.answer, state: "done" }} />}
      <Steps inquiry={{ steps: steps.slice(0, n), state }} explorer={explorer} />
    </>
  );
}
