import type { ComponentChildren } from "preact";

import { type Order, type SortField, turned } from "./order";

/** SortHeader is the head of a column; a click sorts by it. */
export function SortHeader(props: { by: SortField; order: Order; sort: (order: Order) => void; number?: boolean; children: ComponentChildren }) {
  const { by, order } = props;
  const direction = order.by !== by ? undefined : order.down ? "descending" : "ascending";
  return (
    <th scope="col" class={props.number ? "number" : undefined} aria-sort={direction}>
      <button type="button" class="sort" data-sort={by} onClick={() => props.sort(turned(order, by))}>
        {props.children}<span aria-hidden="true">{direction === undefined ? "" : order.down ? " ↓" : " ↑"}</span>
      </button>
    </th>
  );
}
