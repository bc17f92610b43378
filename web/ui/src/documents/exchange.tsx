import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import { useText } from "../i18n";
import { download } from "../lib/download";
import { go } from "../state/place";
import { Failure, Loading } from "../ui/states";

/** Exchange keeps the whole workspace as a file, and reads one into a workspace that is empty. */
export function Exchange(props: { grove: Grove; empty: boolean }) {
  const t = useText();
  const { grove, empty } = props;
  const [busy, setBusy] = useState("");
  const [error, setError] = useState<unknown>();
  const during = async (what: string, act: () => Promise<void>) => {
    setBusy(what);
    setError(undefined);
    try {
      await act();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy("");
    }
  };
  const keep = () => during(t("exchange.exporting"), async () => download(await grove.exported(), `${grove.name}.jsonl`));
  const read = (file: File | undefined) => file !== undefined && during(t("exchange.importing"), async () => {
    const job = await grove.imported(file);
    go({ view: "jobs", item: job.id, q: "" });
  });
  return (
    <section class="section exchange">
      <h2>{t("exchange.title")}</h2>
      <div class="row">
        {!empty && <button type="button" class="button" data-action="export" disabled={busy !== ""} onClick={() => void keep()}>{t("exchange.export")}</button>}
        {empty && (
          <label class="button file-button">
            {t("exchange.import")}
            <input type="file" accept=".jsonl,.ndjson,application/x-ndjson" class="visually-hidden" data-action="import" disabled={busy !== ""} onChange={(e) => { void read(e.currentTarget.files?.[0]); e.currentTarget.value = ""; }} />
          </label>
        )}
        <span class="muted small">{t(empty ? "exchange.importHint" : "exchange.exportHint")}</span>
        {busy !== "" && <Loading text={busy} />}
      </div>
      {error !== undefined && <Failure error={error} small />}
    </section>
  );
}
