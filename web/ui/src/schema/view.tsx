import { isText, useText } from "../i18n";
import { useLoad } from "../lib/load";
import { useGrove } from "../state/grove";
import { Failure, Loading } from "../ui/states";
import { Editor } from "./editor";
import { Names } from "./names";
import { Proposals } from "./proposals";

/** SchemaView shows what bounds the graph, and what documents propose beyond it. */
export function SchemaView() {
  const t = useText();
  const grove = useGrove();
  const loaded = useLoad((signal) => grove.schema(signal), [grove]);
  const s = loaded.data;
  const mode = `schema.mode.${s?.evolution ?? ""}`;
  return (
    <div class="page">
      <h1>{t("schema.title")}</h1>
      {loaded.error !== undefined ? <Failure error={loaded.error} retry={loaded.reload} />
        : s === undefined ? <Loading />
        : (
          <>
            <p class="muted">{t("schema.version", { name: s.name, n: s.version })} · {t("schema.evolution", { mode: isText(mode) ? t(mode) : s.evolution })}</p>
            {!s.settled && <p class="notice">{t("schema.unsettled")}</p>}
            <Proposals grove={grove} version={s.version} changed={loaded.reload} />
            <Names title={t("schema.types")} part="type" schema={s} rows={s.schema.types.map((n) => ({ ...n, detail: "" }))} />
            <Names title={t("schema.relations")} part="relation" schema={s}
              rows={s.schema.relations.map((n) => ({ ...n, detail: `${(n.domain ?? ["*"]).join(", ")} → ${(n.range ?? ["*"]).join(", ")}` }))} />
            <Names title={t("schema.attributes")} part="attribute" schema={s} rows={s.schema.attributes.map((n) => ({ ...n, detail: "" }))} />
            <Editor key={s.version} grove={grove} schema={s} changed={loaded.reload} />
          </>
        )}
    </div>
  );
}
