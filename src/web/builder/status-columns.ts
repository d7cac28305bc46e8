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
export type ChosenColumn = StandardColumn | ConsolidatedColumn

/** Parses `statuses`; skips invalid elements. Returns none if it is absent. */
export function readColumns(text: string | undefined): ChosenColumn[] {
  if (text?.trim().startsWith('[')) return parseJsonArray(text).flatMap(columnOf)
  return (text ?? '').split(',').flatMap(id => (id.trim() === '' ? [] : [{ type: 'std', id: id.trim() }]))
}

/** Formats `statuses`: comma-separated ids if possible, else JSON; `null` for no columns. */
export function writeColumns(columns: readonly ChosenColumn[]): string | null {
  if (columns.length === 0) return null
  if (columns.every(({ type }) => type === 'std')) return columns.map(columnId).join(',')
  return JSON.stringify(columns)
}

/** Returns the id of a column in the API. */
export function columnId(column: ChosenColumn): string {
  return column.type === 'std' ? column.id : column.name
}

/** Returns the status ids of a column. */
export function membersOf(column: ChosenColumn): readonly string[] {
  return column.type === 'std' ? [column.id] : column.statuses
}

/** Returns the items with one moved; `to` is its index afterwards. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.toSpliced(from, 1)
  return others.toSpliced(to, 0, items[from]!)
}

/** Returns the columns with two combined at the index of `onto`. An existing name is kept. */
export function combineColumns(
  columns: readonly ChosenColumn[],
  from: number,
  onto: number,
  nameOf: (status: string) => string,
): ChosenColumn[] {
  const [dropped, target] = [columns[from]!, columns[onto]!]
  const statuses = [...new Set([...membersOf(target), ...membersOf(dropped)])]
  const others = columns.filter((_, i) => i !== from && i !== onto)
  const kept = [target, dropped].find(column => column.type === 'cons')
  const name = kept ? columnId(kept) : uniqueName(statuses.map(nameOf).join(' + '), others)
  return columns.flatMap((column, i) => (i === from ? [] : i === onto ? [{ type: 'cons', name, statuses }] : [column]))
}

/** Returns the columns without one column, or without one of its statuses. */
export function removeFromColumns(columns: readonly ChosenColumn[], index: number, status?: string): ChosenColumn[] {
  const rest = status === undefined ? [] : membersOf(columns[index]!).filter(id => id !== status)
  return columns.flatMap((column, i) => (i === index ? columnFor(column, rest) : [column]))
}

/** Returns the columns with a combined column split into its statuses. */
export function splitColumn(columns: readonly ChosenColumn[], index: number): ChosenColumn[] {
  const present = new Set(columns.flatMap((column, i) => (i === index ? [] : [columnId(column)])))
  const parts = membersOf(columns[index]!).filter(id => !present.has(id))
  return columns.flatMap((column, i): ChosenColumn[] =>
    i === index ? parts.map(id => ({ type: 'std', id })) : [column],
  )
}

/** Returns the columns with a combined column renamed; ignores an empty name or one in use. */
export function renameColumn(columns: readonly ChosenColumn[], index: number, name: string): ChosenColumn[] {
  const others = columns.filter((_, i) => i !== index)
  if (name.trim() === '' || isTaken(name.trim(), others)) return [...columns]
  return columns.map((column, i) => (i === index && column.type === 'cons' ? { ...column, name: name.trim() } : column))
}

function columnFor(column: ChosenColumn, rest: readonly string[]): ChosenColumn[] {
  if (rest.length === 0) return []
  return rest.length === 1 || column.type === 'std' ? [{ type: 'std', id: rest[0]! }] : [{ ...column, statuses: rest }]
}

function uniqueName(wanted: string, others: readonly ChosenColumn[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`
    if (!isTaken(name, others)) return name
  }
}

function isTaken(name: string, columns: readonly ChosenColumn[]): boolean {
  return columns.some(column => columnId(column).toLowerCase() === name.toLowerCase())
}

function columnOf(element: unknown): ChosenColumn[] {
  const { type, id, name, statuses } = (element ?? {}) as Readonly<Record<string, unknown>>
  const isType = (wanted: string) => String(type).trim().toLowerCase() === wanted
  if (isType('std') && typeof id === 'string') return [{ type: 'std', id: id.trim() }]
  if (!isType('cons') || typeof name !== 'string' || !Array.isArray(statuses)) return []
  return [{ type: 'cons', name: name.trim(), statuses: statuses.map(String) }]
}
