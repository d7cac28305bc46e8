import type { Change, Choices } from '../state/choices.ts'
import { parseJson, parseTexts } from '../state/json.ts'
import { type Shading, shadings } from './shading.ts'

/** How a table is shown; all of it is in the URL. */
export interface TableView {
  readonly sort: { readonly column: string; readonly descending: boolean } | null
  readonly shading: Shading
  /** Ids of hidden columns. */
  readonly hidden: readonly string[]
  /** Ids of the columns that come first, in order; the others follow in the order of the report. */
  readonly order: readonly string[]
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>
}

const NAMES = {
  sort: 'view.table.sort',
  shading: 'view.table.shading',
  hidden: 'view.table.hidden',
  order: 'view.table.order',
  widths: 'view.table.widths',
} as const

/** Reads the table view from the choices; ignores invalid values. */
export function tableViewIn(choices: Choices): TableView {
  const sort = choices[NAMES.sort]
  return {
    sort: sort === undefined ? null : { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    shading: shadings.find(one => one === choices[NAMES.shading]) ?? 'bars',
    hidden: parseTexts(choices[NAMES.hidden]),
    order: parseTexts(choices[NAMES.order]),
    widths: numbers(choices[NAMES.widths]),
  }
}

/** Returns the change that sets a table view. */
export function changeOfView(view: Partial<TableView>): Change {
  const change: Record<string, string | null> = {}
  const { sort, shading, hidden, order, widths } = view
  if (sort !== undefined) change[NAMES.sort] = sort && `${sort.descending ? '-' : ''}${sort.column}`
  if (shading !== undefined) change[NAMES.shading] = shading === 'bars' ? null : shading
  if (hidden !== undefined) change[NAMES.hidden] = hidden.length > 0 ? JSON.stringify(hidden) : null
  if (order !== undefined) change[NAMES.order] = order.length > 0 ? JSON.stringify(order) : null
  if (widths !== undefined) change[NAMES.widths] = Object.keys(widths).length > 0 ? JSON.stringify(widths) : null
  return change
}

/**
 * Merges widths by column id; `over` wins. The result has no prototype, because ids can be names such as `toString`.
 */
export function mergedWidths(under: TableView['widths'], over: TableView['widths']): TableView['widths'] {
  return Object.assign(Object.create(null), under, over)
}

function numbers(json: string | undefined): Record<string, number> {
  const read = parseJson(json)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return {}
  const sizes = Object.entries(read).filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
  return Object.fromEntries(sizes.map(([id, size]) => [id, Math.min(1000, Math.max(48, size))]))
}
