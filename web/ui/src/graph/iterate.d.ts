// One step of ForceAtlas2 over its matrices, which the library does not declare.
declare module "graphology-layout-forceatlas2/iterate.js" {
  export default function iterate(settings: object, nodes: Float32Array, edges: Float32Array): void;
}
