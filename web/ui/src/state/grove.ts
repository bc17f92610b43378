import { useMemo } from "preact/hooks";

import { Grove } from "../api/grove";
import { useStore } from "../lib/store";
import { place } from "./place";
import { key } from "./session";

/** useGrove gives the workspace of the address; another key makes it another one. */
export function useGrove(): Grove {
  const { workspace } = useStore(place);
  const secret = useStore(key);
  return useMemo(() => new Grove(workspace), [workspace, secret]);
}
