// The service counts in code points, JavaScript's strings in UTF-16 units: every
// offset of the service goes through here.

/** sliceRunes gives the code points of text from start up to end. */
export function sliceRunes(text: string, start: number, end?: number): string {
  return Array.from(text).slice(Math.max(0, start), end).join("");
}

/** Marked is a text in three parts: before the marked span, the span, and after it. */
export interface Marked {
  before: string;
  span: string;
  after: string;
}

/**
 * markRunes cuts a text that begins at code point `origin` of its document around the
 * document's span start..end.
 */
export function markRunes(text: string, origin: number, start: number, end: number): Marked {
  const runes = Array.from(text);
  const from = Math.min(Math.max(0, start - origin), runes.length);
  const to = Math.min(Math.max(from, end - origin), runes.length);
  return { before: runes.slice(0, from).join(""), span: runes.slice(from, to).join(""), after: runes.slice(to).join("") };
}
