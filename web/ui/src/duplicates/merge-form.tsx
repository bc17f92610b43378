import { useState } from "preact/hooks";

import { useText } from "../i18n";

/** MergeForm merges two names that nobody proposed. */
export function MergeForm(props: { busy: boolean; merge: (names: string[]) => void }) {
  const t = useText();
  const [a, setA] = useState("");
  const [b, setB] = useState("");
  return (
    <form class="section" onSubmit={(e) => { e.preventDefault(); props.merge([a.trim(), b.trim()]); }}>
      <h2>{t("duplicates.own")}</h2>
      <div class="row row-base">
        <label class="field"><span>{t("duplicates.first")}</span><input name="first" value={a} onInput={(e) => setA(e.currentTarget.value)} /></label>
        <label class="field"><span>{t("duplicates.second")}</span><input name="second" value={b} onInput={(e) => setB(e.currentTarget.value)} /></label>
        <button type="submit" class="button button-main" data-action="merge-own" disabled={props.busy || a.trim() === "" || b.trim() === ""}>{t("duplicates.merge")}</button>
      </div>
    </form>
  );
}
