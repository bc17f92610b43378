import { useState } from "preact/hooks";

import { useText } from "../i18n";
import { takeKey } from "../state/session";
import { Icon } from "./icons";

/** KeyEntry asks for the API key that the service wants. */
export function KeyEntry() {
  const t = useText();
  const [secret, setSecret] = useState("");
  return (
    <form class="card card-narrow" onSubmit={(e) => { e.preventDefault(); takeKey(secret.trim()); }}>
      <h1><Icon name="key" /> {t("key.title")}</h1>
      <p class="muted">{t("key.body")}</p>
      <label class="field">
        <span>{t("key.label")}</span>
        <input type="password" autoComplete="off" value={secret} onInput={(e) => setSecret(e.currentTarget.value)} />
      </label>
      <button type="submit" class="button button-main" disabled={secret.trim() === ""}>{t("key.use")}</button>
    </form>
  );
}
