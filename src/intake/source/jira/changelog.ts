import type { RawValue } from '../../../core/history/model.ts'
import type { Instant } from '../../../core/time/instant.ts'
import type { InvalidParts } from './invalid-parts.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json.ts'
import { readInstant } from './read-instant.ts'
import { isUnknownAccount } from './read-person.ts'

/** One entry of an issue's changelog: what one person changed at one instant. */
export interface LogEntry {
  readonly id: string
  readonly at: Instant
  /** The user as the tracker wrote it; may be missing. */
  readonly author: unknown
  readonly items: readonly LogItem[]
}

/** One item of an entry: a change of one field from one value to another. */
export interface LogItem {
  /** The field's name in the log; for a system field its old English name. */
  readonly name: string
  /** `null` on old servers, and for items that are not fields. */
  readonly fieldId: string | null
  readonly isCustom: boolean
  readonly from: RawValue
  readonly to: RawValue
}

/** An issue's changelog. */
export interface Changelog {
  /** Oldest first, if the tracker lists them oldest first or newest first; otherwise in the tracker's order. */
  readonly entries: readonly LogEntry[]
  /** Whether the source reports more entries than it contains. */
  readonly truncated: boolean
  /** Whether the issue has a changelog: the member `changelog` is present. */
  readonly hasLog: boolean
  /** The instants of entries and items that name no change; `null` for an entry without an instant. */
  readonly unreadable: readonly (Instant | null)[]
}

const NO_LOG: Changelog = { entries: [], truncated: false, hasLog: false, unreadable: [] }

/** Reads the changelog of an issue. Leaves out invalid parts, and notes them in `invalid`. */
export function readChangelog(value: unknown, invalid: InvalidParts): Changelog {
  if (value === undefined || value === null) return NO_LOG
  const histories = entriesIn(value)
  if (!histories) {
    invalid.add('changelog has no list of histories')
    return NO_LOG
  }
  const total = objectOf(value)?.total
  const unreadable: (Instant | null)[] = []
  const found = histories.flatMap((entry, index) => readEntry(entry, index, { unreadable, invalid }) ?? [])
  const entries = withoutRepeated(found)
  const repeated = found.length - entries.length
  const truncated = typeof total === 'number' && total > histories.length - repeated
  return { entries: oldestFirst(entries), truncated, hasLog: true, unreadable }
}

/** The members in which the endpoints of Jira have the entries of a changelog. */
const ENTRIES = ['histories', 'changeHistories', 'values']

/** Returns the entries of a changelog, as JSON; `null` when `value` is no changelog. */
export function entriesIn(value: unknown): readonly unknown[] | null {
  const changelog = objectOf(value)
  for (const member of ENTRIES) {
    const entries = listOf(changelog?.[member])
    if (entries) return entries
  }
  return null
}

/** Removes duplicate entries, which occur when pages of a changelog overlap. */
function withoutRepeated(entries: readonly LogEntry[]): readonly LogEntry[] {
  const byId = new Map<string, LogEntry>()
  return entries.filter(entry => {
    const known = byId.get(entry.id)
    byId.set(entry.id, known ?? entry)
    return known === undefined || known.at !== entry.at || JSON.stringify(known.items) !== JSON.stringify(entry.items)
  })
}

/**
 * Returns entries that are newest first as oldest first. The endpoints of Jira Cloud differ in their order, and the
 * store must not depend on the endpoint that answered. Ids decide only among entries of one instant.
 */
function oldestFirst(entries: readonly LogEntry[]): readonly LogEntry[] {
  const steps = entries.slice(1).map(({ at }, i) => Math.sign(at - entries[i]!.at))
  const isFalling = steps.every(step => step <= 0)
  const isSingleInstant = steps.every(step => step === 0)
  const isNewestFirst = isSingleInstant ? hasFallingIds(entries) : isFalling
  return isNewestFirst ? entries.toReversed() : entries
}

function hasFallingIds(entries: readonly LogEntry[]): boolean {
  const ids = entries.map(({ id }) => id)
  const areNumbers = ids.every(id => /^\d+$/.test(id))
  return areNumbers && ids.slice(1).every((id, i) => BigInt(id) < BigInt(ids[i]!))
}

/** Parts of a log that are left out. */
interface LeftOut {
  /** The instants of entries and items that name no change. */
  readonly unreadable: (Instant | null)[]
  readonly invalid: InvalidParts
}

/** Reads an entry; `null` for one without items or instant. Adds the parts that it leaves out to `leftOut`. */
function readEntry(value: unknown, index: number, { unreadable, invalid }: LeftOut): LogEntry | null {
  const location = `changelog.histories[${index}]`
  const entry = value === null ? {} : objectOf(value)
  if (!entry) return invalid.add(`${location} is not an object`)
  const at = invalid.orLeftOut(() => readInstant(entry.created, () => `${location}.created`))
  if (at === undefined) return null
  if (entry.items === undefined || entry.items === null) {
    unreadable.push(at)
    return null
  }
  const items = listOf(entry.items)
  if (!items) return invalid.add(`${location}.items is not a list`, at)
  if (at === null) return invalid.add(`${location}.created is missing`)
  const read = items.flatMap((item, i): LogItem | [] => {
    if (!isEmpty(item)) return readItem(item) ?? invalid.add(`${location}.items[${i}] names no field`, at) ?? []
    unreadable.push(at)
    return []
  })
  return { id: textOf(entry.id) ?? `#${index}`, at, author: entry.author, items: read }
}

function isEmpty(item: unknown): boolean {
  return item === null || Object.keys(objectOf(item) ?? { item }).length === 0
}

function readItem(value: unknown): LogItem | null {
  const item = objectOf(value)
  const fieldId = textOf(item?.fieldId)
  const name = textOf(item?.field) ?? fieldId
  if (!item || name === null) return null
  return {
    name,
    fieldId,
    isCustom: item.fieldtype === 'custom' || fieldId?.startsWith('customfield_') === true,
    from: sideOf(item, 'from', 'fromString', 'tmpFromAccountId'),
    to: sideOf(item, 'to', 'toString', 'tmpToAccountId'),
  }
}

/** An account id wins over the old name or key of the same person. The account `unknown` is a former user of any name. */
function sideOf(item: JsonObject, id: string, label: string, account: string): RawValue {
  const accountId = textOf(item[account])
  const side = { id: accountId ?? textOf(item[id]), label: textOf(item[label]) }
  const isFormer = accountId !== null && isUnknownAccount(accountId) && side.label !== null
  return isFormer ? { ...side, id: null, isFormer } : side
}

/** Returns whether an item names two values that differ. Ids decide, or the texts where an id is missing. */
export function isChange({ from, to }: LogItem): boolean {
  const idOf = ({ id, isFormer }: RawValue) => (isFormer || id === '' ? null : (id?.toLowerCase() ?? null))
  const textOfSide = ({ label }: RawValue) => label || null
  const [fromId, toId] = [idOf(from), idOf(to)]
  if (fromId !== null && toId !== null) return fromId !== toId
  const [fromText, toText] = [textOfSide(from), textOfSide(to)]
  if (fromText !== null || toText !== null) return fromText !== toText
  return fromId !== toId
}
