import type { ComponentChildren } from "preact";

import { useText } from "../i18n";
import { useEscape } from "../lib/escape";
import { Icon } from "./icons";

/** Panel is the right edge, where what is chosen is shown. Escape closes it. */
export function Panel(props: { title: string; close: () => void; wide?: boolean; children: ComponentChildren }) {
  const t = useText();
  useEscape(props.close);
  return (
    <aside class={props.wide ? "panel panel-wide" : "panel"} aria-label={props.title}>
      <header class="panel-head">
        <h2>{props.title}</h2>
        <button type="button" class="tool" data-action="close-panel" aria-label={t("common.close")} onClick={props.close}><Icon name="close" size={18} /></button>
      </header>
      <div class="panel-body" tabIndex={0} role="region" aria-label={props.title}>{props.children}</div>
    </aside>
  );
}

/** Section is a part of a panel. */
export function Section(props: { title: string; extra?: string; children: ComponentChildren }) {
  return (
    <section class="section">
      <h3>{props.title}{props.extra && <span class="muted small"> {props.extra}</span>}</h3>
      {props.children}
    </section>
  );
}
