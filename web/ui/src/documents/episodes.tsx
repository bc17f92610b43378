import { useEffect, useState } from "preact/hooks";

import type { Grove } from "../api/grove";
import type { Episode } from "../api/types";
import { useText } from "../i18n";
import { count } from "../lib/format";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { go, place } from "../state/place";
import { Confirm } from "../ui/confirm";
import { Failure } from "../ui/states";

const pageSize = 20;

/** Episodes lists the pages of a document with their gists; without any they can be made. */
export function Episodes(props: { grove: Grove; doc: string }) {
  const t = useText();
  const { grove, doc } = props;
  const { start, end, view } = useStore(place);
  const [list, setList] = useState<Episode[]>([]);
  const [from, setFrom] = useState(0);
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const page = useLoad((signal) => grove.episodes(doc, from, pageSize, signal), [grove, doc, from]);
  useEffect(() => {
    if (page.data !== undefined) setList((old) => [...old.slice(0, from), ...page.data!.episodes]);
  }, [page.data]);
  const make = async (yes: boolean) => {
    setAsked(false);
    if (!yes) return;
    try {
      go({ view: "jobs", item: (await grove.makeGists(doc)).id, q: "" });
    } catch (error) {
      setFailure(error);
    }
  };
  if (page.error !== undefined) return <Failure error={page.error} retry={page.reload} small />;
  if (page.data === undefined && list.length === 0) return null;
  if (list.length === 0) {
    return view === "documents" && (
      <p class="row small muted">
        {t("episodes.none")} <button type="button" class="button button-small" data-action="make-gists" onClick={() => setAsked(true)}>{t("episodes.make")}</button>
        {failure !== undefined && <Failure error={failure} small />}
        {asked && <Confirm title={t("episodes.make")} body={t("episodes.makeBody")} action={t("episodes.make")} done={(yes) => void make(yes)} />}
      </p>
    );
  }
  return (
    <details class="section episodes" data-episodes={list.length}>
      <summary>{t("episodes.title", { preset: list[0]!.preset })}</summary>
      <ol class="plain">
        {list.map((e) => (
          <li key={e.id}>
            <button type="button" class={e.start === start && e.end === end ? "evidence-place episode-open" : "evidence-place"} onClick={() => go({ doc, start: e.start, end: e.end })}>
              <span class="evidence-title">{t("episodes.page", { n: count(e.index + 1), words: count(e.words) })}</span>
              <span class="evidence-text">{e.gist}</span>
            </button>
          </li>
        ))}
      </ol>
      {list.length === from + pageSize && <button type="button" class="button button-small" data-action="more-episodes" onClick={() => setFrom(list.length)}>{t("common.more")}</button>}
    </details>
  );
}
