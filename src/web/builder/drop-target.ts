/** Where a dragged item would be dropped: before the item at an index (or after the last), or onto an item. */
export type DropTarget =
  | { readonly kind: 'between'; readonly index: number }
  | { readonly kind: 'onto'; readonly index: number }

/** The vertical extent of an item. Pixels. */
export interface Box {
  readonly top: number
  readonly bottom: number
}

/** The share of an item, at its top and bottom, where a drop means before or after it. */
const EDGE = 0.28

/**
 * Returns what a drop at a height means in a list; `null` if it would change nothing.
 *
 * If items can be combined, the middle of an item means "onto". Otherwise its halves mean before and after.
 */
export function dropTarget(
  boxes: readonly Box[],
  height: number,
  dragged: number,
  canCombine: boolean,
): DropTarget | null {
  const at = boxes.findIndex(({ bottom }) => height < bottom)
  if (at === -1) return between(boxes.length, dragged)
  const { top, bottom } = boxes[at]!
  const part = (height - top) / (bottom - top)
  if (at === dragged && part >= 0) return null
  if (canCombine && part >= EDGE && part <= 1 - EDGE) return { kind: 'onto', index: at }
  return between(part < 0.5 ? at : at + 1, dragged)
}

/** Returns the index of a dragged item after the drop. */
export function indexAfter(dragged: number, between: number): number {
  return between > dragged ? between - 1 : between
}

function between(index: number, dragged: number): DropTarget | null {
  return indexAfter(dragged, index) === dragged ? null : { kind: 'between', index }
}
