import { useText } from "../i18n";
import { useLoad } from "../lib/load";
import { useStore } from "../lib/store";
import { go, place } from "../state/place";
import { Chip } from "../ui/chip";
import type { Explorer } from "./explorer";

/** OnlyBar says of which document alone the entities are drawn, and shows all again. */
export function OnlyBar(props: { explorer: Explorer }) {
  const t = useText();
  const { only } = useStore(place);
  const document = useLoad(
    async (signal) => (only === "" ? undefined : props.explorer.grove.document(only, signal)),
    [props.explorer, only],
  ).data;
  if (only === "" || document === undefined) return null;
  return (
    <div class="only-bar">
      <Chip text={t("graph.onlyFrom", { title: document.title || document.source })} drop={() => go({ only: "" })} />
    </div>
  );
}
