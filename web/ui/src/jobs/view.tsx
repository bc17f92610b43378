import { useText } from "../i18n";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { useGrove } from "../state/grove";
import { place } from "../state/place";
import { Empty, Failure, Loading } from "../ui/states";
import { JobRow } from "./job-row";

/** JobsView lists jobs, the latest first, and follows those that are not over. */
export function JobsView() {
  const t = useText();
  const grove = useGrove();
  const at = useStore(place);
  const jobs = useLoad((signal) => grove.jobs(50, signal), [grove]);
  return (
    <div class="page">
      <div class="row row-between">
        <h1>{t("jobs.title")}</h1>
        <button type="button" class="button button-small" onClick={jobs.reload}>{t("common.reload")}</button>
      </div>
      {jobs.error !== undefined ? <Failure error={jobs.error} retry={jobs.reload} />
        : jobs.data === undefined ? <Loading />
        : jobs.data.length === 0 ? <Empty title={t("jobs.none")} hint={t("jobs.noneHint")} />
        : <ul class="cards">{jobs.data.map((job) => <JobRow key={job.id} job={job} grove={grove} open={job.id === at.item} changed={jobs.reload} />)}</ul>}
    </div>
  );
}
