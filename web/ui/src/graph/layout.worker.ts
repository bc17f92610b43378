import iterate from "graphology-layout-forceatlas2/iterate.js";

import { type LayoutReply, type LayoutRequest, nodeWidth } from "./layout-messages";

// ForceAtlas2 off the page's own thread: it goes on in slices, so that a newer graph
// is taken up at once, and sends places as they settle.

const scope = self as unknown as DedicatedWorkerGlobalScope;
const sliceMs = 100;

let current: LayoutRequest | null = null;
let done = 0;

scope.onmessage = (message: MessageEvent<LayoutRequest>) => {
  const idle = current === null;
  current = message.data;
  done = 0;
  if (current.iterations === 0) current = null;
  else if (idle) setTimeout(slice, 0);
};

function slice(): void {
  if (current === null) return;
  const { nodes, edges, settings, iterations, version } = current;
  const until = performance.now() + sliceMs;
  do {
    iterate(settings, nodes, edges);
    done++;
  } while (done < iterations && performance.now() < until);
  const over = done >= iterations;
  const places = new Float32Array((nodes.length / nodeWidth) * 2);
  for (let i = 0, j = 0; i < nodes.length; i += nodeWidth) {
    places[j++] = nodes[i] ?? 0;
    places[j++] = nodes[i + 1] ?? 0;
  }
  scope.postMessage({ version, places, over } satisfies LayoutReply, [places.buffer]);
  if (over) current = null;
  else setTimeout(slice, 0);
}

