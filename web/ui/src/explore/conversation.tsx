import type { Turn } from "../api/types";
import { Problem } from "../api/problem";
import { useText } from "../i18n";
import { useStore } from "../lib/store";
import { Icon } from "../ui/icons";
import { Failure } from "../ui/states";
import { AnswerCard } from "./answer";
import type { Asking, Inquiry } from "./asking";
import type { Explorer } from "./explorer";
import { Steps } from "./steps";

/** lacksGists tells that a question was refused as gists are to be made first; the error has what they cost. */
const lacksGists = (error: unknown) => error instanceof Problem && error.code === "conflict" && error.hint.includes("make_gists");

/** Conversation shows the last question with its answer and steps, and the turns before it. */
export function Conversation(props: { asking: Asking; explorer: Explorer; restart: () => void }) {
  const t = useText();
  const inquiry = useStore(props.asking.inquiry);
  const turns = useStore(props.asking.turns);
  const running = inquiry?.state === "running";
  return (
    <div class="ask-outcome" aria-live="polite" aria-busy={running}>
      {inquiry === undefined && <p class="muted ask-empty">{t("ask.empty")}</p>}
      {turns.length > 0 && <ol class="turns" aria-label={t("ask.earlier")}>{turns.map((turn, i) => <Earlier key={i} turn={turn} />)}</ol>}
      {inquiry !== undefined && (
        <>
          <p class="asked">{inquiry.question}</p>
          <Understood inquiry={inquiry} />
          {inquiry.error !== undefined && <Failure error={inquiry.error} />}
          {lacksGists(inquiry.error) && <button type="button" class="button" data-action="ask-with-gists" onClick={() => props.asking.withGists()}>{t("ask.withGists")}</button>}
          {inquiry.state === "stopped" && <p class="notice">{t("ask.stopped")}</p>}
          {inquiry.error === undefined && inquiry.state !== "stopped" && <AnswerCard inquiry={inquiry} />}
          <Steps inquiry={inquiry} explorer={props.explorer} />
          {!running && <button type="button" class="button button-small" data-action="new-conversation" onClick={props.restart}><Icon name="plus" size={14} /> {t("ask.new")}</button>}
        </>
      )}
    </div>
  );
}

/** Understood is a follow-up question as it was understood without the conversation, where that differs. */
function Understood(props: { inquiry: Inquiry }) {
  const t = useText();
  const asked = props.inquiry.steps.find((s) => s.action === "rewrite")?.args["asked"];
  if (typeof asked !== "string" || asked === props.inquiry.question) return null;
  return <p class="muted small understood">{t("ask.understood", { question: asked })}</p>;
}

function Earlier(props: { turn: Turn }) {
  return (
    <li class="turn">
      <p class="asked">{props.turn.question}</p>
      <p class="muted turn-answer">{props.turn.answer}</p>
    </li>
  );
}
