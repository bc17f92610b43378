import { useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Schema, SchemaChange } from "../api/types";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { download } from "../lib/download";
import { Confirm } from "../ui/confirm";
import { Failure } from "../ui/states";
import { Consequences, hasLoss } from "./consequences";
import { seedText } from "./seed";

/** Editor puts another schema in the place of the one there is: first it tells what that would do. */
export function Editor(props: { grove: Grove; schema: Schema; changed: () => void }) {
  const t = useText();
  const { grove, schema } = props;
  const [text, setText] = useState(() => seedText(schema.schema));
  const [checked, setChecked] = useState<{ text: string; change: SchemaChange }>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [sure, setSure] = useState(false);
  const [said, setSaid] = useState("");
  const change = (next: string) => {
    setText(next);
    setError(undefined);
    setSaid("");
  };
  const put = async (how: { dry?: boolean; sure?: boolean }) => {
    setBusy(true);
    setError(undefined);
    setSaid("");
    try {
      const result = await grove.putSchema(JSON.parse(text), how);
      setChecked(how.dry ? { text, change: result } : undefined);
      if (how.dry) return;
      setSaid(t("schema.put", { n: count(result.evolution?.restated ?? 0) }));
      props.changed();
    } catch (problem) {
      setChecked(undefined);
      setError(problem instanceof SyntaxError ? new Error(t("schema.notJson", { why: problem.message })) : problem);
    } finally {
      setBusy(false);
    }
  };
  const read = async (file: File | undefined) => {
    if (file !== undefined) change(await file.text());
  };
  const known = checked?.text === text ? checked.change : undefined;
  const answer = (yes: boolean) => {
    setSure(false);
    if (yes) void put({ sure: true });
  };
  return (
    <details class="section schema-editor">
      <summary data-action="edit-schema">{t("schema.edit")}</summary>
      <p class="muted">{t("schema.editHint")}</p>
      <label class="field">
        <span class="visually-hidden">{t("schema.text")}</span>
        <textarea class="code" rows={16} spellcheck={false} aria-label={t("schema.text")} value={text} onInput={(e) => change(e.currentTarget.value)} />
      </label>
      <div class="row">
        <button type="button" class="button" data-action="check-schema" disabled={busy} onClick={() => void put({ dry: true })}>{t("schema.check")}</button>
        <button type="button" class="button button-main" data-action="put-schema" disabled={busy || known === undefined} onClick={() => (known !== undefined && hasLoss(known) ? setSure(true) : void put({ sure: true }))}>{t("schema.apply")}</button>
        <label class="button file-button">
          {t("schema.fromFile")}
          <input type="file" accept=".json,application/json" class="visually-hidden" onChange={(e) => { void read(e.currentTarget.files?.[0]); e.currentTarget.value = ""; }} />
        </label>
        <button type="button" class="button" onClick={() => download(new Blob([text], { type: "application/json" }), `${schema.name}.json`)}>{t("schema.toFile")}</button>
        <button type="button" class="button" onClick={() => change(seedText(schema.schema))}>{t("schema.reset")}</button>
      </div>
      {error !== undefined && <Failure error={error} small />}
      <div role="status">
        {said !== "" && <p class="said">{said}</p>}
        {known !== undefined && <Consequences change={known} />}
      </div>
      {sure && known !== undefined && (
        <Confirm title={t("schema.sureTitle")} body={t("schema.sureBody", { names: known.lost.map((l) => l.name).join(", ") })} action={t("schema.apply")} done={answer} />
      )}
    </details>
  );
}
