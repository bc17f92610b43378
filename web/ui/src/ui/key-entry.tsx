import { useState } from "preact/hooks";

import { useText } from "../i18n";
import { key, takeKey } from "../state/session";
import { Icon } from "./icons";

/** KeyEntry asks for the API key that the service wants; one that it refused stays, to be corrected. */
export function KeyEntry(props: { retry: () => void }) {
  const t = useText();
  const refused = key.value;
  const [secret, setSecret] = useState(refused);
  return (
    <form class="card card-narrow" onSubmit={(e) => { e.preventDefault(); takeKey(secret.trim()); props.retry(); }}>
      <h1><Icon name="key" /> {t("key.title")}</h1>
      <p class="muted">{t("key.body")}</p>
      {refused !== "" && <p class="failure failure-small" role="alert">{t("key.refused")}</p>}
      <label class="field">
        <span>{t("key.label")}</span>
        <input type="password" autoComplete="off" value={secret} onInput={(e) => setSecret(e.currentTarget.value)} />
      </label>
      <button type="submit" class="button button-main" disabled={secret.trim() === ""}>{t("key.use")}</button>
    </form>
  );
}
