import { useEffect, useRef, useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import { Problem } from "../api/problem";
import type { Estimate, Job, JobState } from "../api/types";
import { useText } from "../i18n";
import { over } from "../jobs/job-row";
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

/** refusals are the statuses that say what is wrong with a file: sending it again would change nothing. */
const refusals: readonly number[] = [400, 413, 415, 422];

/** refused tells whether a file cannot be added as it is. */
function refused(pick: Pick): boolean {
  const { estimate, error } = pick;
  return (estimate?.errors.length ?? 0) > 0 || (error instanceof Problem && refusals.includes(error.status));
}

/** Upload takes files, tells what they would cost, and adds them when told to. */
export function Upload(props: { grove: Grove; added: () => void }) {
  const t = useText();
  const { grove } = props;
  const [picks, setPicks] = useState<Pick[]>([]);
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState(false);
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const fit = picks.filter((p) => !refused(p));
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
  // What could not be added stays in sight with its reason; only where nothing is left do the jobs follow.
  const add = async () => {
    setSending(true);
    const started: Job[] = [];
    let left = picks.length;
    for (const { file } of fit) {
      try {
        started.push(await grove.upload(file));
        left--;
        setPicks((all) => all.filter((p) => p.file !== file));
      } catch (error) {
        change(file, { error });
      }
    }
    setSending(false);
    if (left === 0) go({ view: "jobs", item: started.at(-1)?.id ?? "", q: "" });
    else setJobs((all) => [...all, ...started]);
  };
  return (
    <section
      class={over ? "drop drop-over" : "drop"}
      aria-label={t("upload.title")}
      onDragOver={(e) => {
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        void take(e.dataTransfer?.files);
      }}
    >
      <p>
        <Icon name="upload" /> {t("documents.drop")}{" "}
        <label class="link file-choice">
          <input
            type="file"
            multiple
            class="visually-hidden"
            onChange={(e) => {
              void take(e.currentTarget.files);
              e.currentTarget.value = "";
            }}
          />
          {t("documents.choose")}
        </label>
      </p>
      {picks.length > 0 && (
        <>
          <ul class="picks">
            {picks.map((p, i) => (
              <li key={i}>
                <span>
                  <strong>{p.file.name}</strong> <span class="muted small">{bytes(p.file.size)}</span>
                </span>
                <PickState pick={p} />
                <button
                  type="button"
                  class="tool"
                  aria-label={`${t("common.close")}: ${p.file.name}`}
                  onClick={() => setPicks(picks.filter((o) => o !== p))}
                >
                  <Icon name="close" size={14} />
                </button>
              </li>
            ))}
          </ul>
          {fit.length > 0 && (
            <button
              type="button"
              class="button button-main"
              data-action="add"
              disabled={sending || picks.some((p) => p.estimate === undefined && p.error === undefined)}
              onClick={() => void add()}
            >
              {t("upload.start", { n: count(fit.length) })}
            </button>
          )}
        </>
      )}
      {jobs.length > 0 && <Added grove={grove} jobs={jobs} over={props.added} />}
    </section>
  );
}

/** Added follows the jobs that add files, and says what came of them. */
function Added(props: { grove: Grove; jobs: readonly Job[]; over: () => void }) {
  const t = useText();
  const { grove, jobs } = props;
  const [states, setStates] = useState<Record<string, JobState>>({});
  const [error, setError] = useState<unknown>();
  const followed = useRef(new Set<string>());
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);
  useEffect(() => {
    const { signal } = control.current;
    for (const { id } of jobs.filter((j) => !followed.current.has(j.id))) {
      followed.current.add(id);
      grove
        .watch(id, signal, (job) => setStates((all) => ({ ...all, [id]: job.state })))
        .then(props.over, (problem: unknown) => signal.aborted || setError(problem));
    }
  }, [grove, jobs]);
  const inState = (fits: (state: JobState) => boolean) => jobs.filter((j) => fits(states[j.id] ?? j.state)).length;
  const added = inState((s) => s === "done"),
    failed = inState((s) => over(s) && s !== "done");
  const adding = jobs.length - added - failed;
  return (
    <div class="row" role="status" data-adding={adding}>
      {adding > 0 && <Loading text={t("upload.adding", { n: count(adding) })} />}
      {added > 0 && <span>{t("upload.added", { n: count(added) })}</span>}
      {failed > 0 && <span class="badge badge-failed">{t("upload.notAdded", { n: count(failed) })}</span>}
      <button type="button" class="link" data-action="added" onClick={() => go({ view: "jobs", item: jobs.at(-1)?.id ?? "", q: "" })}>
        {t("upload.jobs")}
      </button>
      {error !== undefined && <Failure error={error} small />}
    </div>
  );
}

function PickState(props: { pick: Pick }) {
  const t = useText();
  const { estimate: e, error } = props.pick;
  if (error !== undefined) return <Failure error={error} small />;
  if (e === undefined) return <Loading text={t("upload.estimating")} />;
  const reason = e.errors[0];
  if (reason !== undefined) return <Failure error={new Error(reason.message)} small />;
  return (
    <span class="muted small" data-estimate="true">
      {t("upload.chunks", { n: count(e.chunks) })} · {t("upload.estimate", { calls: count(e.calls), tokens: count(e.prompt_tokens) })} ·{" "}
      {e.model === "offline" ? (
        t("upload.offline")
      ) : (
        <>
          {e.cost.high > 0 && `${t("upload.cost", { low: e.cost.low.toFixed(3), high: e.cost.high.toFixed(3) })} · `}
          {t("upload.time", { low: Math.round(e.seconds.low), high: Math.round(e.seconds.high) })}
        </>
      )}
    </span>
  );
}
