import Sigma from "sigma";

import { wait } from "../lib/wait";
import type { EdgeData, NodeData } from "./scene";

/** drawn are the layers that sigma draws with WebGL. */
const drawn = ["edges", "nodes", "hoverNodes"];

/**
 * Layers are canvases that sigma draws on, made before it needs them: without graphics
 * hardware each takes a while, and all of them at once would have the page stand still.
 */
export class Layers {
  private readonly spare = new Map<string, HTMLCanvasElement>();

  /** make makes them one after another, and lets the page do something else in between. */
  async make(signal: AbortSignal): Promise<this> {
    for (const id of drawn) {
      await wait(0, signal);
      const canvas = document.createElement("canvas");
      canvas.getContext("webgl2", { preserveDrawingBuffer: false, antialias: false }); // as sigma asks for it
      this.spare.set(id, canvas);
    }
    return this;
  }

  /** take gives the canvas of a layer, once; undefined where there is none. */
  take(id: string): HTMLCanvasElement | undefined {
    const canvas = this.spare.get(id);
    this.spare.delete(id);
    return canvas;
  }
}

/** sigmaOn is sigma on layers that are there, and on ones of its own where they are not. */
export function sigmaOn(layers: Layers): typeof Sigma<NodeData, EdgeData> {
  return class extends Sigma<NodeData, EdgeData> {
    override createCanvas(id: string, options?: Parameters<Sigma["createCanvas"]>[1]): HTMLCanvasElement {
      const own = super.createCanvas(id, options);
      const spare = layers.take(id);
      if (spare === undefined) return own;
      spare.className = own.className;
      spare.style.cssText = own.style.cssText;
      own.replaceWith(spare);
      this["elements"][id] = spare;
      return spare;
    }
  };
}
