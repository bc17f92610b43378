import { useState } from "preact/hooks";

import { useText } from "../i18n";
import { count } from "../lib/format";
import { useStore } from "../lib/store";
import { Icon } from "../ui/icons";
import { Failure } from "../ui/states";
import type { Explorer } from "./explorer";

/** DecidedBar says what a decision about names came to, and takes it back. */
export function DecidedBar(props: { explorer: Explorer }) {
  const t = useText();
  const { explorer } = props;
  const decided = useStore(explorer.decided);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (decided === undefined) return null;
  const undo = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await explorer.undo(decided.decision.id);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="path-bar card" role="status" data-decided={decided.decision.kind}>
      <Icon name="duplicates" size={18} />
      <span>
        {t("split.done", { n: count(decided.restated) })}{" "}
        {decided.entities.map((e) => <span key={e.id}><button type="button" class="link" onClick={() => void explorer.reveal(e.id).then(() => explorer.look(e.id))}>{e.name}</button> </span>)}
        {error !== undefined && <Failure error={error} small />}
      </span>
      <button type="button" class="button button-small" data-action="undo-split" disabled={busy} onClick={() => void undo()}>{t("duplicates.undo")}</button>
      <button type="button" class="tool" aria-label={t("common.close")} onClick={() => explorer.decided.set(undefined)}><Icon name="close" size={16} /></button>
    </div>
  );
}
