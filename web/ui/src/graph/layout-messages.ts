/** nodeWidth is the width of a row in ForceAtlas2's matrix of nodes; one of edges has 3. */
export const nodeWidth = 10;

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
