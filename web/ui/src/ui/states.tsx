import type { ComponentChildren } from "preact";

import { Problem, aborted } from "../api/problem";
import { useText } from "../i18n";

/** Loading says that something is on its way. */
export function Loading(props: { text?: string }) {
  const t = useText();
  return <div class="state" role="status"><span class="spinner" aria-hidden="true" />{props.text ?? t("common.loading")}</div>;
}

/** Empty says that there is nothing, and what could be done. */
export function Empty(props: { title: string; hint?: string; children?: ComponentChildren }) {
  return (
    <div class="state state-empty">
      <p class="state-title">{props.title}</p>
      {props.hint && <p class="muted">{props.hint}</p>}
      {props.children}
    </div>
  );
}

/** Failure shows an error with what can be done, and under which id the log has it. */
export function Failure(props: { error: unknown; retry?: () => void; small?: boolean }) {
  const t = useText();
  const { error } = props;
  if (aborted(error)) return null;
  const problem = error instanceof Problem ? error : undefined;
  const message = problem?.code === "unreachable" ? t("common.unreachable") : error instanceof Error ? error.message : String(error);
  return (
    <div class={props.small ? "failure failure-small" : "failure"} role="alert">
      <p class="failure-title">{props.small ? message : t("common.failed")}</p>
      {!props.small && <p>{message}</p>}
      {problem?.hint && <p class="muted">{problem.hint}</p>}
      {problem?.requestId && <p class="muted small">{t("common.request", { id: problem.requestId })}</p>}
      {props.retry && <button type="button" class="button" onClick={props.retry}>{t("common.retry")}</button>}
    </div>
  );
}
