import { parseJsonArray } from '../state/json.ts'

/** A column for one status. */
export interface StandardColumn {
  readonly type: 'std'
  readonly id: string
}

/** A column for several statuses. Its name is its id. */
export interface ConsolidatedColumn {
  readonly type: 'cons'
  readonly name: string
  /** Ids. */
  readonly statuses: readonly string[]
}

/** An element of the parameter `statuses`. */
export type StatusColumn = StandardColumn | ConsolidatedColumn

/** Parses `statuses`; skips invalid elements. Returns none if it is absent. */
export function readColumns(text: string | undefined): StatusColumn[] {
  if (text?.trim().startsWith('[')) return parseJsonArray(text).flatMap(columnOf)
  return (text ?? '').split(',').flatMap(id => (id.trim() === '' ? [] : [{ type: 'std', id: id.trim() }]))
}

/** Formats `statuses`: comma-separated ids if possible, else JSON; `null` for no columns. */
export function writeColumns(columns: readonly StatusColumn[]): string | null {
  if (columns.length === 0) return null
  if (columns.every(({ type }) => type === 'std')) return columns.map(columnId).join(',')
  return JSON.stringify(columns)
}

/** Returns the id of a column in the API. */
export function columnId(column: StatusColumn): string {
  return column.type === 'std' ? column.id : column.name
}

/** Returns the status ids of a column. */
export function membersOf(column: StatusColumn): readonly string[] {
  return column.type === 'std' ? [column.id] : column.statuses
}

/** Returns the items with one moved; `to` is its index afterwards. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.toSpliced(from, 1)
  return others.toSpliced(to, 0, items[from]!)
}

/** Returns the columns with two combined at the index of `onto`. An existing name is kept. */
export function combineColumns(
  columns: readonly StatusColumn[],
  from: number,
  onto: number,
  nameOf: (status: string) => string,
): StatusColumn[] {
  const [dropped, target] = [columns[from]!, columns[onto]!]
  const statuses = [...new Set([...membersOf(target), ...membersOf(dropped)])]
  const others = columns.filter((_, i) => i !== from && i !== onto)
  const kept = [target, dropped].find(column => column.type === 'cons')
  const name = kept ? columnId(kept) : uniqueName(statuses.map(nameOf).join(' + '), others)
  return columns.flatMap((column, i) => (i === from ? [] : i === onto ? [{ type: 'cons', name, statuses }] : [column]))
}

/** Returns the columns without one column, or without one of its statuses. */
export function removeFromColumns(columns: readonly StatusColumn[], index: number, status?: string): StatusColumn[] {
  const rest = status === undefined ? [] : membersOf(columns[index]!).filter(id => id !== status)
  return columns.flatMap((column, i) => (i === index ? columnFor(column, rest) : [column]))
}

/** Returns the columns with a combined column split into its statuses. */
export function splitColumn(columns: readonly StatusColumn[], index: number): StatusColumn[] {
  const present = new Set(columns.flatMap((column, i) => (i === index ? [] : [columnId(column)])))
  const parts = membersOf(columns[index]!).filter(id => !present.has(id))
  return columns.flatMap((column, i): StatusColumn[] =>
    i === index ? parts.map(id => ({ type: 'std', id })) : [column],
  )
}

/** Returns the columns with a combined column renamed; ignores an empty name or one in use. */
export function renameColumn(columns: readonly StatusColumn[], index: number, name: string): StatusColumn[] {
  const others = columns.filter((_, i) => i !== index)
  if (name.trim() === '' || isTaken(name.trim(), others)) return [...columns]
  return columns.map((column, i) => (i === index && column.type === 'cons' ? { ...column, name: name.trim() } : column))
}

function columnFor(column: StatusColumn, rest: readonly string[]): StatusColumn[] {
  if (rest.length === 0) return []
  return rest.length === 1 || column.type === 'std' ? [{ type: 'std', id: rest[0]! }] : [{ ...column, statuses: rest }]
}

function uniqueName(wanted: string, others: readonly StatusColumn[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`
    if (!isTaken(name, others)) return name
  }
}

function isTaken(name: string, columns: readonly StatusColumn[]): boolean {
  return columns.some(column => columnId(column).toLowerCase() === name.toLowerCase())
}

function columnOf(element: unknown): StatusColumn[] {
  const { type, id, name, statuses } = (element ?? {}) as Readonly<Record<string, unknown>>
  const isType = (wanted: string) => String(type).trim().toLowerCase() === wanted
  if (isType('std') && typeof id === 'string') return [{ type: 'std', id: id.trim() }]
  if (!isType('cons') || typeof name !== 'string' || !Array.isArray(statuses)) return []
  return [{ type: 'cons', name: name.trim(), statuses: statuses.map(String) }]
}
