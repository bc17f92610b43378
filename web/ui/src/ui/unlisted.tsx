import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { Grove } from "../api/grove";
import { Problem } from "../api/problem";
import type { Workspace } from "../api/types";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { enterWorkspace } from "../state/place";
import { WorkspaceDialog } from "./new-workspace";
import { Loading } from "./states";

/**
 * Unlisted is for a workspace that the page's list lacks. One that is there all the same,
 * such as one just made, has its page; else those that are there are offered.
 */
export function Unlisted(props: { name: string; workspaces: readonly Workspace[]; reload: () => void; children: ComponentChildren }) {
  const check = useLoad((signal) => new Grove(props.name).stats(signal), [props.name]);
  if (check.loading) return <Loading />;
  const missing = check.error instanceof Problem && (check.error.status === 404 || check.error.status === 400);
  return missing ? <NoWorkspace {...props} /> : <>{props.children}</>;
}

function NoWorkspace(props: { name: string; workspaces: readonly Workspace[]; reload: () => void }) {
  const t = useText();
  const [making, setMaking] = useState(false);
  const made = () => {
    setMaking(false);
    props.reload();
  };
  return (
    <div class="page">
      <h1>{t("app.notThere", { name: props.name })}</h1>
      <p class="muted">{t("app.notThereHint")}</p>
      <ul class="cards">
        {props.workspaces.map((w) => (
          <li key={w.name} class="card row row-between" data-workspace={w.name}>
            <button type="button" class="link strong" onClick={() => enterWorkspace(w.name)}>{w.name}</button>
            {w.documents > 0 && <span class="muted small">{t("duplicates.documents", { n: count(w.documents) })}</span>}
          </li>
        ))}
      </ul>
      <div><button type="button" class="button button-main" data-action="new-workspace" onClick={() => setMaking(true)}>{t("app.newWorkspace")}</button></div>
      {making && <WorkspaceDialog done={made} />}
    </div>
  );
}
