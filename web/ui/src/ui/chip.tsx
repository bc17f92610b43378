import { useText } from "../i18n";
import { Icon } from "./icons";

/** Chip is something that was chosen, with a button that drops it. */
export function Chip(props: { text: string; drop: () => void }) {
  const t = useText();
  return (
    <span class="chip chip-chosen">
      <span>{props.text}</span>
      <button type="button" aria-label={`${t("common.remove")}: ${props.text}`} onClick={props.drop}><Icon name="close" size={12} /></button>
    </span>
  );
}
