import { useEffect, useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Job, JobState } from "../api/types";
import { useText } from "../i18n";
import { fewAtATime } from "../lib/few";
import { count, when } from "../lib/format";
import { useLoad } from "../lib/load";
import { Failure } from "../ui/states";

/** over tells whether a job is not to go on. */
export const over = (state: JobState) => state !== "queued" && state !== "running" && state !== "interrupted";

/** JobRow is a job; one that is not over is followed until it is. */
export function JobRow(props: { job: Job; grove: Grove; open: boolean; changed: () => void }) {
  const t = useText();
  const { grove } = props;
  const [job, setJob] = useState(props.job);
  const [error, setError] = useState<unknown>();
  useEffect(() => setJob(props.job), [props.job]);
  const live = !over(job.state);
  useEffect(() => {
    if (!live) return;
    const control = new AbortController();
    grove.watch(job.id, control.signal, setJob).catch((problem: unknown) => !control.signal.aborted && setError(problem));
    return () => control.abort();
  }, [grove, job.id, live]);
  const act = async (what: (id: string) => Promise<Job>) => {
    setError(undefined);
    try {
      setJob(await what(job.id));
      props.changed();
    } catch (problem) {
      setError(problem);
    }
  };
  const done = number(job.progress, "chunks_seen") ?? number(job.progress, "chunks_kept");
  const all = number(job.progress, "chunks");
  const pages = number(job.progress, "pages") ?? 0;
  const read = useLoad((signal) => fewAtATime(documents(job.kind, job.request), 3, (id) => grove.document(id, signal)), [grove, job.id]);
  const names = [...sources(job.request), ...(read.data ?? []).map((d) => d.title || d.source)].join(", ");
  return (
    <li class={props.open ? "card job job-open" : "card job"} data-job={job.id} data-state={job.state}>
      <div class="row row-between">
        <span><strong>{job.kind}</strong> {names && <span>{names}</span>} <span class={`badge badge-${job.state}`}>{t(`jobs.state.${job.state}`)}</span>
          {live && <span class="live"> ● {t("jobs.live")}</span>}</span>
        <span class="muted small">{when(job.created)}</span>
      </div>
      {all !== undefined && all > 0 && (
        <label class="progress">
          <progress max={all} value={over(job.state) && job.state === "done" ? all : done ?? 0} />
          <span class="muted small">{t("jobs.progress", { done: count(job.state === "done" ? all : done ?? 0), all: count(all) })}</span>
        </label>
      )}
      {pages > 0 && <p class="muted small">{t("jobs.pages", { n: count(pages) })}</p>}
      {job.error && <p class="failure failure-small">{job.error}</p>}
      {error !== undefined && <Failure error={error} small />}
      <div class="row">
        {live && <button type="button" class="button button-small" onClick={() => void act(grove.cancel)}>{t("jobs.cancel")}</button>}
        {["failed", "partly", "cancelled"].includes(job.state) && <button type="button" class="button button-small" onClick={() => void act(grove.retry)}>{t("jobs.retry")}</button>}
        <details open={props.open}><summary class="small">{t("jobs.details")}</summary><pre tabIndex={0}>{JSON.stringify(job.result ?? job.progress ?? {}, null, 2)}</pre></details>
      </div>
    </li>
  );
}

/** sources are the names of the files of an upload. */
function sources(request: Record<string, unknown> | undefined): string[] {
  const more = request?.["more"];
  const parts = [request, ...(Array.isArray(more) ? (more as Record<string, unknown>[]) : [])];
  return parts.map((part) => part?.["source"]).filter((source) => typeof source === "string");
}

/** mostNamed is how many documents of a job are named. */
const mostNamed = 5;

/** documents are those that a job is about whose names its request lacks; one that it deletes may be gone. */
function documents(kind: string, request: Record<string, unknown> | undefined): string[] {
  if (kind === "delete") return [];
  const ids = [request?.["document"], ...(Array.isArray(request?.["documents"]) ? (request["documents"] as unknown[]) : [])];
  return ids.filter((id) => typeof id === "string").slice(0, mostNamed);
}

function number(fields: Record<string, unknown> | undefined, name: string): number | undefined {
  const value = fields?.[name];
  return typeof value === "number" ? value : undefined;
}
