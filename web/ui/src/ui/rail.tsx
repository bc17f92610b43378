import { useState } from "preact/hooks";

import type { Workspace } from "../api/types";
import { useText } from "../i18n";
import { useStore } from "../lib/store";
import { enter, enterWorkspace, place, views } from "../state/place";
import { key, takeKey } from "../state/session";
import { type Theme, language, theme } from "../state/settings";
import { Icon, type IconName } from "./icons";
import { WorkspaceDialog } from "./new-workspace";

const nextTheme: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const themeIcon: Record<Theme, IconName> = { auto: "auto", light: "sun", dark: "moon" };

/** another is what the choice of a workspace has for making one; no workspace has such a name. */
const another = "+";

/** Rail is the left edge: views, workspace, language and theme. */
export function Rail(props: { workspaces: Workspace[]; reload: () => void }) {
  const t = useText();
  const at = useStore(place);
  const mode = useStore(theme);
  const secret = useStore(key);
  useStore(language);
  const [making, setMaking] = useState(false);
  const choose = (select: HTMLSelectElement) => {
    if (select.value !== another) {
      enterWorkspace(select.value);
      return;
    }
    select.value = at.workspace;
    setMaking(true);
  };
  const made = () => {
    setMaking(false);
    props.reload();
  };
  const known = props.workspaces.some((w) => w.name === at.workspace);
  return (
    <header class="rail">
      <div class="brand"><img src="./favicon.svg" alt="" width="28" height="28" /><span>Grove</span></div>
      <label class="rail-workspace">
        <span class="visually-hidden">{t("app.workspace")}</span>
        <select value={at.workspace} onFocus={props.reload} onChange={(e) => choose(e.currentTarget)}>
          {!known && <option value={at.workspace}>…</option>}
          {props.workspaces.map((w) => <option key={w.name} value={w.name}>{w.name}</option>)}
          {props.workspaces.length > 0 && <option value={another}>{t("app.another")}</option>}
        </select>
      </label>
      {making && <WorkspaceDialog done={made} />}
      <nav aria-label={t("app.views")}>
        <ul>
          {views.map((view) => (
            <li key={view}>
              <button type="button" class="rail-view" aria-current={view === at.view ? "page" : undefined} data-view={view} onClick={() => enter(view)}>
                <Icon name={view} /><span>{t(`view.${view}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div class="rail-foot">
        {secret !== "" && (
          <button type="button" class="rail-tool" title={t("key.forget")} aria-label={t("key.forget")} onClick={() => takeKey("")}><Icon name="key" /></button>
        )}
        <button type="button" class="rail-tool" data-action="theme" title={t(`app.theme.${mode}`)} aria-label={t(`app.theme.${mode}`)} onClick={() => theme.set(nextTheme[mode])}>
          <Icon name={themeIcon[mode]} />
        </button>
        <button type="button" class="rail-tool rail-language" data-action="language" lang={language.value === "en" ? "zh-CN" : "en"} title={t("app.languageLabel")}
          onClick={() => language.set(language.value === "en" ? "zh" : "en")}>{t("app.language")}</button>
      </div>
    </header>
  );
}
