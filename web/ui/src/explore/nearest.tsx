import type { Near } from "../api/types";
import { useText } from "../i18n";
import { useStore } from "../lib/store";
import { go, place } from "../state/place";

/** Nearest are the passages closest to a question that was not answered; each opens its source. */
export function Nearest(props: { passages: readonly Near[] }) {
  const t = useText();
  const at = useStore(place);
  if (props.passages.length === 0) return null;
  return (
    <section class="nearest">
      <h3>{t("answer.nearest")}</h3>
      <ul class="citations">
        {props.passages.map((p, i) => (
          <li key={i}>
            <button type="button" class="citation citation-plain" data-near={i + 1} aria-current={at.doc === p.document.id && at.start === p.start && at.end === p.end ? "true" : undefined}
              onClick={() => go({ doc: p.document.id, start: p.start, end: p.end })}>
              <span class="citation-title">{p.document.title || p.document.source}</span>
              <q>{p.text}</q>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
