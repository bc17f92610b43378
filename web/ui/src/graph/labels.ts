import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from "sigma/rendering";

import type { Palette } from "./palette";
import type { EdgeData, NodeData } from "./scene";

// Labels with a halo of the page's own colour: they can be read over edges, in both
// themes. Communities have theirs in the middle when there is room.

/** labelsOf gives the functions that draw labels in a palette's colours. */
export function labelsOf(p: Palette): { label: NodeLabelDrawingFunction<NodeData, EdgeData>; hover: NodeHoverDrawingFunction<NodeData, EdgeData> } {
  const label: NodeLabelDrawingFunction<NodeData, EdgeData> = (context, data, settings) => {
    if (!data.label) return;
    const size = settings.labelSize;
    context.font = `${settings.labelWeight} ${size}px ${settings.labelFont}`;
    const width = context.measureText(data.label).width;
    const beside = data.size < 16;
    const x = beside ? data.x + data.size + 4 : data.x - width / 2;
    const y = beside ? data.y + size / 3 : data.y + data.size + size + 2;
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = p.labelHalo;
    context.strokeText(data.label, x, y);
    context.fillStyle = p.label;
    context.fillText(data.label, x, y);
  };
  const hover: NodeHoverDrawingFunction<NodeData, EdgeData> = (context, data, settings) => {
    context.beginPath();
    context.arc(data.x, data.y, data.size + 3, 0, Math.PI * 2);
    context.lineWidth = 3;
    context.strokeStyle = p.selected;
    context.stroke();
    label(context, data, settings);
  };
  return { label, hover };
}
