import { useState } from "preact/hooks";

import { createWorkspace } from "../api/grove";
import { useText } from "../i18n";
import { enterWorkspace } from "../state/place";
import { Failure } from "./states";

/** NewWorkspace makes the first workspace. */
export function NewWorkspace(props: { made: () => void }) {
  const t = useText();
  const [name, setName] = useState("default");
  const [error, setError] = useState<unknown>();
  const create = async (e: Event) => {
    e.preventDefault();
    try {
      await createWorkspace(name);
      props.made();
      enterWorkspace(name);
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <form class="card card-narrow" onSubmit={create}>
      <h1>{t("app.noWorkspaces")}</h1>
      <p class="muted">{t("app.noWorkspacesHint")}</p>
      <label class="field">
        <span>{t("app.name")}</span>
        <input value={name} onInput={(e) => setName(e.currentTarget.value)} />
      </label>
      <button type="submit" class="button button-main">{t("app.create")}</button>
      {error !== undefined && <Failure error={error} small />}
    </form>
  );
}
