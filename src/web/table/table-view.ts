import { type ChoiceChange, type Choices, endpointOf, orderByOf, TABLE_SORT } from '../state/choices.ts'
import { parseJson, parseTexts } from '../state/json.ts'
import { type Shading, shadings } from './shading.ts'

/** How a table is shown; all of it is in the URL. */
export interface TableView {
  /** The id of a column, or `orderBy` of a list. */
  readonly sort: { readonly column: string; readonly descending: boolean } | null
  readonly shading: Shading
  /** Ids of hidden columns. */
  readonly hidden: readonly string[]
  /** Ids of the columns that come first, in order; the others follow in the order of the report. */
  readonly order: readonly string[]
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>
  /** Ids of the columns that stay in view next to the first ones, in any order. */
  readonly pinned: readonly string[]
  /** The names of the collapsed groups; with `isInverted`, of those that are not. */
  readonly collapsed: { readonly isInverted: boolean; readonly names: readonly string[] }
}

const NAMES = {
  shading: 'view.table.shading',
  hidden: 'view.table.hidden',
  order: 'view.table.order',
  widths: 'view.table.widths',
  pinned: 'view.table.pinned',
  collapsed: 'view.table.collapsed',
  expanded: 'view.table.expanded',
} as const

/** Reads the table view from the choices; ignores invalid values. */
export function tableViewIn(choices: Choices): TableView {
  return {
    sort: endpointOf(choices) === 'list' ? listOrderIn(choices) : rowOrderIn(choices),
    shading: shadings.find(one => one === choices[NAMES.shading]) ?? 'bars',
    hidden: parseTexts(choices[NAMES.hidden]),
    order: parseTexts(choices[NAMES.order]),
    widths: numbers(choices[NAMES.widths]),
    pinned: parseTexts(choices[NAMES.pinned]),
    collapsed: collapsedIn(choices),
  }
}

function collapsedIn({ [NAMES.collapsed]: collapsed, [NAMES.expanded]: expanded }: Choices): TableView['collapsed'] {
  return { isInverted: expanded !== undefined, names: parseTexts(expanded ?? collapsed) }
}

/** Returns whether a group is collapsed. */
export function isCollapsed({ isInverted, names }: TableView['collapsed'], name: string): boolean {
  return names.includes(name) !== isInverted
}

/** Returns the collapsed groups after one is collapsed or expanded. */
export function toggled({ isInverted, names }: TableView['collapsed'], name: string): TableView['collapsed'] {
  return { isInverted, names: names.includes(name) ? names.filter(one => one !== name) : [...names, name] }
}

function listOrderIn({ orderBy, orderDir }: Choices): TableView['sort'] {
  return orderBy === undefined ? null : { column: orderBy, descending: /^desc$/i.test(orderDir ?? '') }
}

function rowOrderIn({ [TABLE_SORT]: sort }: Choices): TableView['sort'] {
  return sort === undefined ? null : { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') }
}

/** Returns the change that sets a table view. The server sorts a list, from its first page. */
export function changeOfView(view: Partial<TableView>, choices: Choices): ChoiceChange {
  const change: Record<string, string | null> = {}
  const { sort, shading, hidden, order, widths, pinned, collapsed } = view
  if (sort !== undefined) Object.assign(change, endpointOf(choices) === 'list' ? listOrder(sort) : rowOrder(sort))
  if (shading !== undefined) change[NAMES.shading] = shading === 'bars' ? null : shading
  if (hidden !== undefined) change[NAMES.hidden] = hidden.length > 0 ? JSON.stringify(hidden) : null
  if (order !== undefined) change[NAMES.order] = order.length > 0 ? JSON.stringify(order) : null
  if (widths !== undefined) change[NAMES.widths] = Object.keys(widths).length > 0 ? JSON.stringify(widths) : null
  if (pinned !== undefined) change[NAMES.pinned] = pinned.length > 0 ? JSON.stringify(pinned) : null
  if (collapsed !== undefined) {
    const names = JSON.stringify(collapsed.names)
    change[NAMES.expanded] = collapsed.isInverted ? names : null
    change[NAMES.collapsed] = !collapsed.isInverted && collapsed.names.length > 0 ? names : null
  }
  return change
}

function listOrder(sort: TableView['sort']): ChoiceChange {
  const orderBy = sort && orderByOf(sort.column)
  const orderDir = sort && (sort.descending ? 'desc' : 'asc')
  return { orderBy, orderDir, startIssueIndex: null }
}

function rowOrder(sort: TableView['sort']): ChoiceChange {
  return { [TABLE_SORT]: sort && `${sort.descending ? '-' : ''}${sort.column}` }
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
