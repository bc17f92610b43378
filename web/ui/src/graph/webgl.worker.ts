// Asks for WebGL off the page's own thread: the first drawing context of a browser may
// take a second to come, and the page need not stand still for it.

const scope = self as unknown as DedicatedWorkerGlobalScope;

function there(): boolean {
  try {
    return new OffscreenCanvas(1, 1).getContext("webgl2") !== null;
  } catch {
    return false;
  }
}

scope.postMessage(there());
