import { useEffect } from "preact/hooks";

import { workspaces } from "./api/grove";
import { KeyEntry } from "./ui/key-entry";
import { NewWorkspace } from "./ui/new-workspace";
import { Rail } from "./ui/rail";
import { Failure, Loading } from "./ui/states";
import { Unlisted } from "./ui/unlisted";
import { DocumentsView } from "./documents/view";
import { DuplicatesView } from "./duplicates/view";
import { ExploreView } from "./explore/view";
import { useText } from "./i18n";
import { JobsView } from "./jobs/view";
import { RunsView } from "./runs/view";
import { useLoad } from "./lib/load";
import { useStore } from "./lib/store";
import { SchemaView } from "./schema/view";
import { type View, adjust, place } from "./state/place";
import { key, locked } from "./state/session";
import { TracesView } from "./traces/view";

const pages: Record<View, () => preact.JSX.Element> = {
  explore: ExploreView,
  documents: DocumentsView,
  jobs: JobsView,
  schema: SchemaView,
  duplicates: DuplicatesView,
  traces: TracesView,
  runs: RunsView,
};

/** App is the whole page. */
export function App() {
  const t = useText();
  const secret = useStore(key);
  const isLocked = useStore(locked);
  const at = useStore(place);
  const list = useLoad(workspaces, [secret]);
  const first = list.data?.[0]?.name ?? "";
  useEffect(() => {
    if (at.workspace === "" && first !== "") adjust({ workspace: first });
  }, [at.workspace, first]);
  useEffect(() => {
    document.title = at.workspace === "" ? "Grove" : `${at.workspace} · ${t(`view.${at.view}`)} · Grove`;
  }, [at.workspace, at.view, t]);
  const Page = pages[at.view];
  return (
    <div class="shell">
      <a class="skip" href="#content" onClick={(e) => { e.preventDefault(); document.getElementById("content")?.focus(); }}>{t("app.skip")}</a>
      <Rail workspaces={list.data ?? []} reload={list.reload} />
      <main id="content" class="content" tabIndex={-1}>
        {isLocked ? <KeyEntry retry={list.reload} />
          : list.error !== undefined && list.data === undefined ? <Failure error={list.error} retry={list.reload} />
          : list.data === undefined ? <Loading />
          : at.workspace === "" ? (first === "" ? <NewWorkspace made={list.reload} /> : <Loading />)
          : !list.data.some((w) => w.name === at.workspace) ? <Unlisted key={at.workspace + secret} name={at.workspace} workspaces={list.data} reload={list.reload}><Page key={at.workspace + secret} /></Unlisted>
          : <Page key={at.workspace + secret} />}
      </main>
    </div>
  );
}
