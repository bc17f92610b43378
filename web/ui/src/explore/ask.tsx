import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { type Grove, offer } from "../api/grove";
import { useText } from "../i18n";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { adjust, place } from "../state/place";
import { Icon } from "../ui/icons";
import { AskMore, bounds } from "./ask-more";
import { Asking } from "./asking";
import { Conversation } from "./conversation";
import type { Explorer } from "./explorer";

/** documentsOnly is the mode of a question for which none is chosen: nothing is answered that no document says. */
const documentsOnly = "reject";

/** Ask takes questions of a conversation and shows how they are answered. */
export function Ask(props: { grove: Grove; explorer: Explorer }) {
  const t = useText();
  const { grove, explorer } = props;
  const asking = useMemo(() => new Asking(grove, (steps, citations) => {
    explorer.follow(steps);
    explorer.cite(citations);
  }), [grove, explorer]);
  useEffect(() => () => asking.stop(), [asking]);
  const at = useStore(place);
  const inquiry = useStore(asking.inquiry);
  const offered = useLoad(offer, []);
  const [text, setText] = useState(at.trace === "" ? at.ask : "");
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (at.trace === "") return;
    void asking.restore(at.trace).then((there) => {
      if (there) return;
      adjust({ trace: "" });
      setText(place.value.ask);
    });
  }, [asking, at.trace]);
  const answered = inquiry?.answer?.trace_id ?? "";
  useEffect(() => {
    if (answered !== "") adjust({ trace: answered });
  }, [answered]);
  const running = inquiry?.state === "running";
  const ask = () => {
    const question = text.trim();
    if (question === "") return;
    setText("");
    adjust({ ask: question, trace: "" });
    void asking.ask({ question, agent: at.agent || undefined, mode: at.mode || documentsOnly, ...bounds(at) }).then((answered) => {
      if (!answered) setText((written) => written || question); // to be asked again
    });
  };
  const restart = () => {
    asking.clear();
    adjust({ ask: "", trace: "" });
    setText("");
    input.current?.focus();
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
        <textarea id="question" ref={input} rows={2} placeholder={t(inquiry === undefined ? "ask.placeholder" : "ask.placeholderNext")} value={text} onInput={(e) => setText(e.currentTarget.value)} onKeyDown={keys} />
        <div class="ask-row">
          <div class="ask-choices">
            <label>
              <span class="visually-hidden">{t("ask.agent")}</span>
              <select value={at.agent} onChange={(e) => adjust({ agent: e.currentTarget.value })}>
                <option value="">{t("ask.agentDefault")}</option>
                {(offered.data?.agents ?? []).map((a) => <option key={a.name} value={a.name}>{a.name}</option>)}
              </select>
            </label>
            <label>
              <span class="visually-hidden">{t("ask.mode")}</span>
              <select value={at.mode === documentsOnly ? "" : at.mode} onChange={(e) => adjust({ mode: e.currentTarget.value })}>
                <option value="">{t("ask.mode.reject")}</option>
                <option value="open">{t("ask.mode.open")}</option>
              </select>
            </label>
          </div>
          {running
            ? <button type="button" class="button button-danger" data-action="stop" onClick={() => asking.stop()}><Icon name="stop" size={14} /> {t("ask.stop")}</button>
            : <button type="submit" class="button button-main" data-action="ask" disabled={text.trim() === ""}>{t("ask.go")}</button>}
        </div>
        <AskMore grove={grove} />
      </form>
      <Conversation asking={asking} explorer={explorer} restart={restart} />
    </div>
  );
}
