import { useState } from "preact/hooks";

import { useText } from "../i18n";
import { Icon } from "./icons";

/** CopyBlock shows a text to paste elsewhere, with a button that copies it. */
export function CopyBlock(props: { text: string; label: string }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(props.text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <div class="copy-block">
      <pre tabIndex={0} aria-label={props.label}>{props.text}</pre>
      <button type="button" class="button button-small" onClick={() => void copy()}>
        <Icon name="copy" size={14} /> <span aria-live="polite">{t(copied ? "common.copied" : "common.copy")}</span>
      </button>
    </div>
  );
}
