import type { Document } from "../api/types";

/** SortField is what the documents of a page are sorted by. */
export type SortField = "title" | "source" | "language" | "tokens" | "ingested_at";

/** Order is a field and the direction. */
export interface Order {
  by: SortField;
  down: boolean;
}

/** usualOrder is the order of a page that nobody sorted. */
export const usualOrder: Order = { by: "source", down: false };

/** turned is the order after a click on a field: a second click turns it round. */
export function turned(order: Order, by: SortField): Order {
  return { by, down: order.by === by && !order.down };
}

const letters = new Intl.Collator(undefined, { numeric: true });

/** sorted are the documents in an order; those that it holds for equal come by source and id. */
export function sorted(documents: readonly Document[], order: Order): Document[] {
  const sign = order.down ? -1 : 1;
  return [...documents].sort((a, b) => sign * compare(a, b, order.by) || letters.compare(a.source, b.source) || (a.id < b.id ? -1 : 1));
}

function compare(a: Document, b: Document, by: SortField): number {
  switch (by) {
    case "tokens":
      return a.tokens - b.tokens;
    case "title":
      return letters.compare(a.title || a.source, b.title || b.source);
    default:
      return letters.compare(a[by], b[by]);
  }
}
