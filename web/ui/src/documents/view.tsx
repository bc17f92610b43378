import { useEffect, useMemo, useState } from "preact/hooks";

import type { Document } from "../api/types";
import { useText } from "../i18n";
import { useDebounced } from "../lib/debounce";
import { count, when } from "../lib/format";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { useGrove } from "../state/grove";
import { adjust, go, place } from "../state/place";
import { SourcePanel } from "../explore/source-panel";
import { Confirm } from "../ui/confirm";
import { Empty, Failure, Loading } from "../ui/states";
import { Exchange } from "./exchange";
import { sorted, usualOrder } from "./order";
import { SortHeader } from "./sort-header";
import { Upload } from "./upload";

const pageSize = 50;

/** DocumentsView lists documents, takes new ones, and deletes. */
export function DocumentsView() {
  const t = useText();
  const grove = useGrove();
  const at = useStore(place);
  const [text, setText] = useState(at.q);
  const q = useDebounced(text.trim(), 200);
  const [after, setAfter] = useState("");
  const [order, setOrder] = useState(usualOrder);
  const [doomed, setDoomed] = useState<Document>();
  const [outcome, setOutcome] = useState<unknown>();
  const page = useLoad((signal) => grove.documents({ after, limit: pageSize, q: q || undefined }, signal), [grove, q, after]);
  useEffect(() => {
    adjust({ q });
    setAfter("");
  }, [q]);
  const remove = async (d: Document, yes: boolean) => {
    setDoomed(undefined);
    if (!yes) return;
    try {
      const job = await grove.remove(d.id);
      go({ view: "jobs", item: job.id, q: "" });
    } catch (error) {
      setOutcome(error);
    }
  };
  const documents = useMemo(() => sorted(page.data?.documents ?? [], order), [page.data, order]);
  return (
    <div class="with-panel">
      <div class="page">
        <h1>{t("documents.title")}</h1>
        <Upload grove={grove} added={page.reload} />
        <div class="row row-between">
          <input type="search" class="filter" aria-label={t("documents.filter")} placeholder={t("documents.filter")} value={text} onInput={(e) => setText(e.currentTarget.value)} />
          {page.loading && page.data !== undefined && <Loading />}
        </div>
        {outcome !== undefined && <Failure error={outcome} small />}
        {page.error !== undefined ? <Failure error={page.error} retry={page.reload} />
          : page.data === undefined ? <Loading />
          : documents.length === 0 ? (q === "" ? <Empty title={t("documents.none")} hint={t("documents.noneHint")} /> : <Empty title={t("documents.noMatch")} />)
          : (
            <div class="table-box" tabIndex={0} role="region" aria-label={t("documents.title")}>
              <table>
                <thead>
                  <tr>
                    <SortHeader by="title" order={order} sort={setOrder}>{t("documents.col.title")}</SortHeader>
                    <SortHeader by="source" order={order} sort={setOrder}>{t("documents.col.source")}</SortHeader>
                    <SortHeader by="language" order={order} sort={setOrder}>{t("documents.col.language")}</SortHeader>
                    <SortHeader by="tokens" order={order} sort={setOrder} number>{t("documents.col.tokens")}</SortHeader>
                    <SortHeader by="ingested_at" order={order} sort={setOrder}>{t("documents.col.added")}</SortHeader>
                    <th scope="col"><span class="visually-hidden">{t("common.more")}</span></th>
                  </tr>
                </thead>
                <tbody>
                  {documents.map((d) => (
                    <tr key={d.id}>
                      <td>
                        <button type="button" class="link strong" onClick={() => go({ doc: d.id, start: 0, end: 0 })}>{d.title || d.source}</button>
                        <div>{d.tags.map((tag) => <span key={tag} class="chip">{tag}</span>)} {d.partial && <span class="badge">{t("documents.partial")}</span>} {d.gists && <span class="badge">{t("documents.gists")}</span>}</div>
                      </td>
                      <td><span class="muted small">{d.source}</span></td>
                      <td>{d.language}</td>
                      <td class="number">{count(d.tokens)}</td>
                      <td class="nowrap">{when(d.ingested_at)}</td>
                      <td class="nowrap">
                        <button type="button" class="button button-small" data-action="on-graph" onClick={() => go({ view: "explore", only: d.id, q: "", doc: "", node: "", ask: "", trace: "" })}>{t("documents.onGraph")}</button>{" "}
                        <button type="button" class="button button-small button-danger" aria-label={`${t("documents.delete")}: ${d.title || d.source}`} onClick={() => setDoomed(d)}>{t("documents.delete")}</button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        <div class="row">
          {after !== "" && <button type="button" class="button" onClick={() => setAfter("")}>{t("common.first")}</button>}
          {page.data?.next && <button type="button" class="button" onClick={() => setAfter(page.data?.next ?? "")}>{t("common.next")}</button>}
          {(after !== "" || page.data?.next) && <span class="muted small">{t("documents.pageOrder")}</span>}
        </div>
        {page.data !== undefined && <Exchange grove={grove} empty={documents.length === 0 && q === "" && after === ""} />}
      </div>
      {at.doc !== "" && <SourcePanel key={at.doc} grove={grove} />}
      {doomed && <Confirm title={t("documents.deleteTitle")} body={t("documents.deleteBody", { title: doomed.title || doomed.source })} action={t("documents.delete")} done={(yes) => void remove(doomed, yes)} />}
    </div>
  );
}
