import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Estimate } from "../api/types";
import { useText } from "../i18n";
import { bytes, count } from "../lib/format";
import { go } from "../state/place";
import { Icon } from "../ui/icons";
import { Failure, Loading } from "../ui/states";

/** Pick is a file that may be added, with what that would take. */
interface Pick {
  file: File;
  estimate?: Estimate;
  error?: unknown;
}

/** Upload takes files, tells what they would cost, and adds them when told to. */
export function Upload(props: { grove: Grove }) {
  const t = useText();
  const { grove } = props;
  const [picks, setPicks] = useState<Pick[]>([]);
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState(false);
  const change = (file: File, what: Partial<Pick>) => setPicks((all) => all.map((p) => (p.file === file ? { ...p, ...what } : p)));
  const take = async (files: FileList | null | undefined) => {
    const fresh = Array.from(files ?? [], (file): Pick => ({ file }));
    setPicks((all) => [...all, ...fresh]);
    for (const { file } of fresh) {
      try {
        change(file, { estimate: await grove.estimate(file) });
      } catch (error) {
        change(file, { error });
      }
    }
  };
  const add = async () => {
    setSending(true);
    let last = "";
    for (const { file } of picks) {
      try {
        last = (await grove.upload(file)).id;
        setPicks((all) => all.filter((p) => p.file !== file));
      } catch (error) {
        change(file, { error });
      }
    }
    setSending(false);
    if (last !== "") go({ view: "jobs", item: last, q: "" });
  };
  return (
    <section class={over ? "drop drop-over" : "drop"} aria-label={t("upload.title")}
      onDragOver={(e) => { e.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(e) => { e.preventDefault(); setOver(false); void take(e.dataTransfer?.files); }}>
      <p>
        <Icon name="upload" /> {t("documents.drop")}{" "}
        <label class="link file-choice">
          <input type="file" multiple class="visually-hidden" onChange={(e) => { void take(e.currentTarget.files); e.currentTarget.value = ""; }} />{t("documents.choose")}
        </label>
      </p>
      {picks.length > 0 && (
        <>
          <ul class="picks">
            {picks.map((p, i) => (
              <li key={i}>
                <span><strong>{p.file.name}</strong> <span class="muted small">{bytes(p.file.size)}</span></span>
                <PickState pick={p} />
                <button type="button" class="tool" aria-label={`${t("common.close")}: ${p.file.name}`} onClick={() => setPicks(picks.filter((o) => o !== p))}><Icon name="close" size={14} /></button>
              </li>
            ))}
          </ul>
          <button type="button" class="button button-main" data-action="add" disabled={sending || picks.some((p) => p.estimate === undefined && p.error === undefined)} onClick={() => void add()}>
            {t("upload.start", { n: count(picks.length) })}
          </button>
        </>
      )}
    </section>
  );
}

function PickState(props: { pick: Pick }) {
  const t = useText();
  const { estimate: e, error } = props.pick;
  if (error !== undefined) return <Failure error={error} small />;
  if (e === undefined) return <Loading text={t("upload.estimating")} />;
  const refused = e.errors[0];
  if (refused !== undefined) return <Failure error={new Error(refused.message)} small />;
  return (
    <span class="muted small" data-estimate="true">
      {t("upload.chunks", { n: count(e.chunks) })} · {t("upload.estimate", { calls: count(e.calls), tokens: count(e.prompt_tokens) })} ·{" "}
      {e.model === "offline" ? t("upload.offline")
        : <>{e.cost.high > 0 && `${t("upload.cost", { low: e.cost.low.toFixed(3), high: e.cost.high.toFixed(3) })} · `}{t("upload.time", { low: Math.round(e.seconds.low), high: Math.round(e.seconds.high) })}</>}
    </span>
  );
}
