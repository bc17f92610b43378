import { useState } from "preact/hooks";

import type { Entity } from "../api/types";
import { useText } from "../i18n";
import { Failure } from "../ui/states";
import type { Explorer } from "./explorer";

/** SplitForm takes names out of an entity, everywhere or in one document: they are then of another thing. */
export function SplitForm(props: { explorer: Explorer; entity: Entity }) {
  const t = useText();
  const { entity, explorer } = props;
  const [names, setNames] = useState<readonly string[]>([]);
  const [document, setDocument] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const documents = new Map(entity.evidence.map((e) => [e.document.id, e.document.title || e.document.source || e.document.id]));
  const ready = document !== "" || (names.length > 0 && names.length < entity.aliases.length);
  const split = async (e: Event) => {
    e.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await explorer.split(entity.id, [...names], document);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <details class="section">
      <summary data-action="split-open">{t("split.title")}</summary>
      <form class="split" onSubmit={(e) => void split(e)} aria-busy={busy}>
        <p class="muted small">{t("split.hint")}</p>
        <fieldset class="boxes">
          <legend>{t("split.names")}</legend>
          {entity.aliases.map((name) => (
            <label key={name}>
              <input type="checkbox" checked={names.includes(name)} onChange={(e) => setNames(e.currentTarget.checked ? [...names, name] : names.filter((n) => n !== name))} /> {name}
            </label>
          ))}
        </fieldset>
        <label class="field">
          <span>{t("split.document")}</span>
          <select value={document} onChange={(e) => setDocument(e.currentTarget.value)}>
            <option value="">{t("split.everywhere")}</option>
            {[...documents].map(([id, title]) => <option key={id} value={id}>{title}</option>)}
          </select>
        </label>
        {error !== undefined && <Failure error={error} small />}
        <div><button type="submit" class="button button-small" data-action="split" disabled={busy || !ready}>{t("split.go")}</button></div>
      </form>
    </details>
  );
}
