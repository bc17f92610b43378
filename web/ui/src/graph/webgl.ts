/** canDraw tells whether the browser has WebGL, and has it ready from then on. */
export async function canDraw(): Promise<boolean> {
  if (typeof OffscreenCanvas === "undefined") return here();
  const worker = new Worker(new URL("./webgl.worker.ts", import.meta.url), { type: "module" });
  const there = await new Promise<boolean>((resolve) => {
    worker.onmessage = (m: MessageEvent<boolean>) => resolve(m.data);
    worker.onerror = () => resolve(false);
  });
  worker.terminate();
  return there || here(); // some browsers have it on the page alone
}

function here(): boolean {
  try {
    return document.createElement("canvas").getContext("webgl2") !== null;
  } catch {
    return false;
  }
}
