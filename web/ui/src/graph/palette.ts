/** Palette has the colours of one theme, for what is drawn on the canvas. */
export interface Palette {
  types: readonly string[];
  untyped: string;
  community: string;
  communityLabel: string;
  edge: string;
  /** between joins communities by relations, weak by what they share alone. */
  between: string;
  weak: string;
  label: string;
  labelHalo: string;
  selected: string;
  visited: string;
  walked: string;
  path: string;
  faded: string;
  fadedEdge: string;
}

// Hues that people with colour blindness can tell apart, each dark enough on white
// and light enough on black.
const light: Palette = {
  types: ["#1f78b4", "#c4571b", "#2b8a5b", "#8a4fb5", "#b8860b", "#c13b6d", "#4b6b8f", "#6b7a1e", "#7a4a2f", "#0f8b8d"],
  untyped: "#7c8680",
  community: "#9cc5ad",
  communityLabel: "#17382a",
  edge: "#c3cac5",
  between: "#b4c6ba",
  weak: "#d9dfd9",
  label: "#1d2521",
  labelHalo: "#fbfbf8",
  selected: "#0b5d3b",
  visited: "#d97706",
  walked: "#d97706",
  path: "#b3205f",
  faded: "#e3e6e2",
  fadedEdge: "#eceeea",
};

const dark: Palette = {
  types: ["#6bb3e8", "#f0935a", "#63c796", "#c497ec", "#e3b84a", "#f07fa8", "#9db8d6", "#bccb63", "#cf9d7d", "#58c9c9"],
  untyped: "#8d978f",
  community: "#3f6b55",
  communityLabel: "#dcefe4",
  edge: "#46524b",
  between: "#4a6154",
  weak: "#2c3630",
  label: "#e8ede9",
  labelHalo: "#131816",
  selected: "#7fe0b0",
  visited: "#fbbf24",
  walked: "#fbbf24",
  path: "#ff8fbd",
  faded: "#252c28",
  fadedEdge: "#202723",
};

/** palette gives the colours of the theme in force. */
export function palette(isDark: boolean): Palette {
  return isDark ? dark : light;
}

/**
 * typeColour gives a type's colour: its place among the types decides. Types beyond
 * the colours share them again; the legend tells them apart by name.
 */
export function typeColour(p: Palette, types: readonly string[], type: string): string {
  const index = types.indexOf(type);
  return type === "" || index < 0 ? p.untyped : (p.types[index % p.types.length] ?? p.untyped);
}
