// Icons as strokes on a grid of 24; they take the colour of the text around them.

const strokes = {
  explore: "M5 12a2.5 2.5 0 1 0 0-.1M19 6a2.5 2.5 0 1 0-5 0 2.5 2.5 0 0 0 5 0M19 18a2.5 2.5 0 1 0-5 0 2.5 2.5 0 0 0 5 0M9.8 10.8l4.6-3.4M9.8 13.2l4.6 3.4",
  documents: "M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5",
  jobs: "M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  schema: "M4 4h6v6H4zM14 14h6v6h-6zM10 7h7v7",
  duplicates: "M8 8h12v12H8zM4 16V4h12",
  traces: "M5 19c6 0 3-7 7-7s1-7 7-7M5 19h.1M19 5h.1",
  runs: "M4 4v16h16M8 16v-4M12 16V8M16 16v-6",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16.5 16.5L21 21",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fold: "M12 3v6l-3-3M12 9l3-3M12 21v-6l-3 3M12 15l3 3M4 12h16",
  filter: "M4 5h16l-6 8v6l-4-2v-4z",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 3v18M12 7h5M12 11h7M12 15h6",
  play: "M7 4l13 8-13 8z",
  stop: "M6 6h12v12H6z",
  upload: "M12 16V4M7 9l5-5 5 5M4 20h16",
  key: "M14 10a4 4 0 1 0-8 0 4 4 0 0 0 8 0M13 12l7 7M17 16l-2 2",
  path: "M5 18a1.5 1.5 0 1 0 .1 0M19 6a1.5 1.5 0 1 0 .1 0M6.5 17L17.6 7.2",
} as const;

export type IconName = keyof typeof strokes;

/** Icon draws an icon; the text beside it, or the button's label, says what it means. */
export function Icon(props: { name: IconName; size?: number }) {
  const size = props.size ?? 20;
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"
      stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">
      <path d={strokes[props.name]} />
    </svg>
  );
}
