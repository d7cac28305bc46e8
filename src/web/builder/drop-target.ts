/** Where something that is dragged would be dropped: before the item of an index (or after the last), or onto one. */
export type DropTarget =
  | { readonly kind: 'between'; readonly index: number }
  | { readonly kind: 'onto'; readonly index: number }

/** How an item lies: from its top to its bottom. Pixels. */
export interface Box {
  readonly top: number
  readonly bottom: number
}

/** The part of an item, at its top and at its bottom, where a drop means before or after it and not onto it. */
const EDGE = 0.28

/**
 * What a drop at a height means in a list from top to bottom; `null` where it would change nothing.
 *
 * Where items are dropped onto each other the middle of an item means that, else its halves mean before and after it.
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

/** The index that a dragged item has after it was dropped between others. */
export function indexAfter(dragged: number, between: number): number {
  return between > dragged ? between - 1 : between
}

function between(index: number, dragged: number): DropTarget | null {
  return indexAfter(dragged, index) === dragged ? null : { kind: 'between', index }
}
