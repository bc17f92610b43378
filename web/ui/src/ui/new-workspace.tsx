import { useEffect, useRef, useState } from "preact/hooks";

import { createWorkspace } from "../api/grove";
import { useText } from "../i18n";
import { enterWorkspace } from "../state/place";
import { Failure } from "./states";

/** NewWorkspace makes the first workspace. */
export function NewWorkspace(props: { made: () => void }) {
  const t = useText();
  return (
    <div class="card card-narrow">
      <h1>{t("app.noWorkspaces")}</h1>
      <p class="muted">{t("app.noWorkspacesHint")}</p>
      <NameForm otherwise="default" made={props.made} />
    </div>
  );
}

/** WorkspaceDialog makes another workspace. */
export function WorkspaceDialog(props: { done: () => void }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="workspace-title" onCancel={(e) => { e.preventDefault(); props.done(); }}>
      <h2 id="workspace-title">{t("app.newWorkspace")}</h2>
      <NameForm otherwise="" made={props.done} cancel={props.done} />
    </dialog>
  );
}

function NameForm(props: { otherwise: string; made: () => void; cancel?: () => void }) {
  const t = useText();
  const [name, setName] = useState(props.otherwise);
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
    <form class="name-form" onSubmit={(e) => void create(e)}>
      <label class="field">
        <span>{t("app.name")}</span>
        <input name="workspace" value={name} autocomplete="off" onInput={(e) => setName(e.currentTarget.value)} />
      </label>
      {error !== undefined && <Failure error={error} small />}
      <div class="row row-end">
        {props.cancel !== undefined && <button type="button" class="button" onClick={props.cancel}>{t("common.cancel")}</button>}
        <button type="submit" class="button button-main" data-action="create-workspace" disabled={name.trim() === ""}>{t("app.create")}</button>
      </div>
    </form>
  );
}
