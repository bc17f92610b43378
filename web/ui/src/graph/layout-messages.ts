/** The widths of a node's and an edge's row in the matrices of ForceAtlas2. */
export const nodeWidth = 10;
export const edgeWidth = 3;

/** Settings are those of ForceAtlas2. */
export interface Settings {
  linLogMode: boolean;
  outboundAttractionDistribution: boolean;
  adjustSizes: boolean;
  edgeWeightInfluence: number;
  scalingRatio: number;
  strongGravityMode: boolean;
  gravity: number;
  slowDown: number;
  barnesHutOptimize: boolean;
  barnesHutTheta: number;
}

/** LayoutRequest has a graph laid out; with 0 iterations it ends the one under way. */
export interface LayoutRequest {
  version: number;
  nodes: Float32Array;
  edges: Float32Array;
  settings: Settings;
  iterations: number;
}

/** LayoutReply has x and y of each node, in their order. */
export interface LayoutReply {
  version: number;
  places: Float32Array;
  over: boolean;
}
