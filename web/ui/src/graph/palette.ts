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
  labelFaint: string;
  selected: string;
  /** cited marks what an answer cites, walked joins what the agent read. */
  cited: string;
  walked: string;
  path: string;
  fadedEdge: string;
  /** tint is behind the entities of a community. */
  tint: string;
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
  labelFaint: "#8a948d",
  cited: "#d97706",
  walked: "#e0a458",
  path: "#b3205f",
  fadedEdge: "#e6e9e5",
  tint: "#e6efe9",
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
  labelFaint: "#77837b",
  cited: "#fbbf24",
  walked: "#a5823a",
  path: "#ff8fbd",
  fadedEdge: "#252d29",
  tint: "#1f2b25",
};

/** palette gives the colours of the theme in force. */
export function palette(isDark: boolean): Palette {
  return isDark ? dark : light;
}

const blends = new Map<string, string>();

/** blend lets a part of a colour (0 to 1) remain over another one; both are written #rrggbb. */
export function blend(color: string, ground: string, part: number): string {
  const key = `${color}${ground}${part}`;
  let out = blends.get(key);
  if (out === undefined) {
    const channel = (hex: string, i: number) => Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16);
    const mixed = [0, 1, 2].map((i) => Math.round(part * channel(color, i) + (1 - part) * channel(ground, i)));
    out = `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
    blends.set(key, out);
  }
  return out;
}

/**
 * typeColour gives a type's colour: its place among the types decides. Types beyond
 * the colours share them again; the legend tells them apart by name.
 */
export function typeColour(p: Palette, types: readonly string[], type: string): string {
  const index = types.indexOf(type);
  return type === "" || index < 0 ? p.untyped : (p.types[index % p.types.length] ?? p.untyped);
}
