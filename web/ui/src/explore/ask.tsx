import { useEffect, useMemo, useState } from "preact/hooks";

import { type Grove, offer } from "../api/grove";
import { useText } from "../i18n";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { adjust, place } from "../state/place";
import { Icon } from "../ui/icons";
import { Failure } from "../ui/states";
import { AnswerCard } from "./answer";
import { Asking } from "./asking";
import type { Explorer } from "./explorer";
import { Steps } from "./steps";

/** Ask takes a question and shows how it is answered. */
export function Ask(props: { grove: Grove; explorer: Explorer }) {
  const t = useText();
  const { grove, explorer } = props;
  const asking = useMemo(() => new Asking(grove, (steps) => explorer.follow(steps)), [grove, explorer]);
  useEffect(() => () => asking.stop(), [asking]);
  const at = useStore(place);
  const inquiry = useStore(asking.inquiry);
  const offered = useLoad(offer, []);
  const [text, setText] = useState(at.ask);
  const [window_, setWindow] = useState("");
  const [calls, setCalls] = useState("");
  const running = inquiry?.state === "running";
  const ask = () => {
    const question = text.trim();
    if (question === "") return;
    setText(question);
    adjust({ ask: question });
    void asking.ask({
      question, agent: at.agent || undefined, mode: at.mode || undefined, window: positive(window_), max_calls: positive(calls),
    });
  };
  const keys = (e: KeyboardEvent) => {
    if (e.key === "Enter" && !e.shiftKey && !e.isComposing) {
      e.preventDefault();
      ask();
    }
  };
  return (
    <div class="ask">
      <form class="ask-form" onSubmit={(e) => { e.preventDefault(); ask(); }}>
        <label class="visually-hidden" for="question">{t("ask.label")}</label>
        <textarea id="question" rows={2} placeholder={t("ask.placeholder")} value={text} onInput={(e) => setText(e.currentTarget.value)} onKeyDown={keys} />
        <div class="ask-row">
          <label>
            <span class="visually-hidden">{t("ask.agent")}</span>
            <select value={at.agent} onChange={(e) => adjust({ agent: e.currentTarget.value })}>
              <option value="">{t("ask.agent")}: {t("ask.agentDefault")}</option>
              {(offered.data?.agents ?? []).map((a) => <option key={a.name} value={a.name}>{a.name}</option>)}
            </select>
          </label>
          <label>
            <span class="visually-hidden">{t("ask.mode")}</span>
            <select value={at.mode} onChange={(e) => adjust({ mode: e.currentTarget.value })}>
              <option value="">{t("ask.mode.open")}</option>
              <option value="reject">{t("ask.mode.reject")}</option>
            </select>
          </label>
          {running
            ? <button type="button" class="button button-danger" data-action="stop" onClick={() => asking.stop()}><Icon name="stop" size={14} /> {t("ask.stop")}</button>
            : <button type="submit" class="button button-main" data-action="ask" disabled={text.trim() === ""}>{t("ask.go")}</button>}
        </div>
        <details class="ask-limits">
          <summary>{t("ask.limits")}</summary>
          <div class="row">
            <label class="field"><span>{t("ask.window")}</span><input type="number" min="500" step="500" inputMode="numeric" value={window_} onInput={(e) => setWindow(e.currentTarget.value)} /></label>
            <label class="field"><span>{t("ask.maxCalls")}</span><input type="number" min="1" inputMode="numeric" value={calls} onInput={(e) => setCalls(e.currentTarget.value)} /></label>
          </div>
        </details>
      </form>
      <div class="ask-outcome" aria-live="polite" aria-busy={running}>
        {inquiry === undefined && <p class="muted ask-empty">{t("ask.empty")}</p>}
        {inquiry?.error !== undefined && <Failure error={inquiry.error} />}
        {inquiry?.state === "stopped" && <p class="notice">{t("ask.stopped")}</p>}
        {inquiry !== undefined && inquiry.error === undefined && inquiry.state !== "stopped" && <AnswerCard inquiry={inquiry} />}
        {inquiry !== undefined && <Steps inquiry={inquiry} explorer={explorer} />}
        {inquiry !== undefined && !running && <button type="button" class="button button-small" onClick={() => { asking.clear(); adjust({ ask: "" }); setText(""); }}>{t("ask.clear")}</button>}
      </div>
    </div>
  );
}

/** positive reads a whole number above 0; anything else is no bound. */
function positive(text: string): number | undefined {
  const n = Number.parseInt(text, 10);
  return Number.isFinite(n) && n > 0 ? n : undefined;
}
