import { distinctChanges } from '../../../core/history/distinct-changes.ts'
import type { Change, FieldValue, IssueHistory, NamedLog } from '../../../core/history/model.ts'
import type { Instant } from '../../../core/time/instant.ts'
import { isChange, type LogEntry, type LogItem, readChangelog } from './changelog.ts'
import { type FieldOfIssue, fieldsOfIssue } from './fields-of-issue.ts'
import { InvalidIssue, InvalidParts } from './invalid-parts.ts'
import { type IssueNotes, newNotes, notePerson } from './issue-notes.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json.ts'
import { isCustomId, type KnownFields } from './known-fields.ts'
import { observeField } from './observe-field.ts'
import { readInstant } from './read-instant.ts'
import { readPerson } from './read-person.ts'
import { type FieldReader, fieldReader } from './read-values.ts'
import { plainText } from './rich-text.ts'
import { securityLevelOf } from './security-level.ts'
import { importedFields } from './system-fields.ts'
import { trackerAddress } from './tracker-address.ts'

const KEY = /^(.+)-(\d+)$/

/** An issue, with the other entities of the tracker that it mentions. */
export type JiraIssue = Readonly<ReturnType<typeof readJiraIssue>>

/** The maximum number of changelog entries in responses of Jira Cloud: of a search, and of a single issue. */
const PAGE_LIMITS = [40, 100]

/**
 * Reads one issue with its changelog, in the format of the REST API of Jira Cloud, Server or Data Center.
 *
 * The result depends only on the declarations in `known` and on the issue itself. Adds descriptions of fields to
 * `known`. Leaves out invalid parts. Throws InvalidIssue for JSON that is not an issue, or has no id, key or creation.
 * Source: Jira's REST API, "Get issue" with `expand=changelog`.
 */
export function readJiraIssue(value: unknown, known: KnownFields) {
  const { issue, fields: sent, id, key, number } = head(value)
  const fields = withResolution(sent)
  const created = readInstant(fields.created, () => 'fields.created')
  if (created === null) throw new InvalidIssue('fields.created is missing')
  const invalid = new InvalidParts()
  const instantOf = (name: 'resolutiondate' | 'updated') =>
    invalid.orLeftOut(() => readInstant(fields[name], () => `fields.${name}`)) ?? null
  const resolved = instantOf('resolutiondate')
  const { entries, truncated, hasLog, unreadable } = readChangelog(issue.changelog, invalid)
  const updated = instantOf('updated') ?? lastInstant(created, entries)

  const project = projectOf(fields.project, key)
  const notes = newNotes(project.id, updated)
  // The people show whether the tracker is Jira Cloud, so they are collected before the history is read.
  const authors = entries.map(entry => notePerson(notes, entry.author)?.id ?? null)
  notePeople(fields, notes)

  const items = entries.flatMap(entry => entry.items)
  const { fields: found, names } = fieldsOfIssue(fields, items, known)
  const readers = [...found.values()].map(field => fieldReader(field, notes))
  const present = presentOf(readers)
  const changes = changesOf(entries, authors, readers)
  const history: IssueHistory = {
    id,
    key,
    number,
    project,
    created,
    updated,
    resolved,
    summary: textOf(fields.summary) ?? '',
    description: plainText(fields.description),
    creator: readPerson(fields.creator)?.id ?? null,
    present,
    changes: [...changes.keys()],
    truncated,
    hasLog,
    lastEntry: lastChange(entries),
    unreadable: unreadable.map(at => at ?? created),
    invalid: invalid.instants(created),
    formerKeys: formerKeysOf(key, entries),
    ...(names.length > 0 ? { namedLog: namedLogOf(names, changes, found) } : {}),
  }
  const fieldObservations = [...found.values()].filter(isDescribed).map(field => observeField(field, known, updated))
  const multi = new Set([...found.values()].filter(field => field.multi).map(({ id }) => id))
  const maybeCut = notes.isCloud && PAGE_LIMITS.includes(entries.length) && !truncated
  return {
    history,
    observations: [...notes.observations.values(), ...fieldObservations],
    /** The multi-valued fields. */
    multi,
    /** Whether Jira Cloud may have truncated its changelog, because it has the maximum number of entries of a response. */
    maybeCut,
    /** The errors of the invalid parts, which were left out. */
    leftOut: invalid.reasons,
    /** The id of its security level; `null` without one. */
    securityLevel: securityLevelOf(fields, entries),
    /** The base URL of the tracker; `null` when the issue does not contain it. */
    tracker: trackerAddress(issue.self),
  }
}

function head(value: unknown) {
  const issue = objectOf(value)
  if (!issue) throw new InvalidIssue('not an issue: it is no JSON object')
  const answer = listOf(issue.errorMessages)
  if (answer) throw new InvalidIssue(`not an issue but the answer of a tracker that failed: ${answer.join('; ')}`)
  const key = textOf(issue.key)
  if (key === null) throw new InvalidIssue('not an issue: it has no key')
  const number = Number(KEY.exec(key)?.[2] ?? Number.NaN)
  if (!Number.isSafeInteger(number)) throw new InvalidIssue(`not an issue: '${key}' is not an issue's key`)
  const id = textOf(issue.id)
  if (id === null) throw new InvalidIssue(`not an issue: ${key} has no id`)
  const fields = objectOf(issue.fields)
  if (!fields) throw new InvalidIssue(`not an issue: ${key} has no fields`)
  return { issue, fields, id, key, number }
}

/**
 * Adds the empty resolution of an unresolved issue. A project can hide the field; then Jira omits it, and the last
 * resolution of the log would seem to be the present one.
 */
function withResolution(fields: JsonObject): JsonObject {
  const isUnresolved = fields.resolutiondate === null && fields.resolution === undefined
  return isUnresolved ? { ...fields, resolution: null } : fields
}

function lastInstant(created: Instant, entries: readonly LogEntry[]): Instant {
  return entries.reduce((last, { at }) => Math.max(last, at), created)
}

/** Returns when an entry last changed something, also in a field that is not stored; `null` for never. */
function lastChange(entries: readonly LogEntry[]): Instant | null {
  const instants = entries.filter(({ items }) => items.some(isChange)).map(({ at }) => at)
  return instants.length === 0 ? null : instants.reduce((last, at) => Math.max(last, at))
}

function projectOf(value: unknown, issueKey: string): IssueHistory['project'] {
  const project = objectOf(value) ?? {}
  const key = textOf(project.key) ?? KEY.exec(issueKey)![1]!
  return { id: textOf(project.id) ?? key, key, name: textOf(project.name) ?? key }
}

function notePeople(fields: JsonObject, notes: IssueNotes): void {
  for (const member of ['assignee', 'reporter', 'creator']) notePerson(notes, fields[member])
}

function presentOf(readers: readonly FieldReader[]): ReadonlyMap<string, readonly FieldValue[]> {
  const present = new Map<string, readonly FieldValue[]>()
  for (const { field, present: read } of readers) {
    const values = read()
    if (values) present.set(field.id, values)
  }
  return present
}

/** Returns the changes in the order of the log, each with its item. */
function changesOf(
  entries: readonly LogEntry[],
  authors: readonly (string | null)[],
  readers: readonly FieldReader[],
): ReadonlyMap<Change, LogItem> {
  const readerOf = new Map<LogItem, FieldReader>()
  for (const reader of readers) for (const item of reader.field.items) readerOf.set(item, reader)
  const itemOf = new Map<Change, LogItem>()
  entries.forEach(({ id: entry, at, items }, i) => {
    const author = authors[i] ?? null
    for (const item of items) {
      const reader = readerOf.get(item)
      if (!reader) continue
      const [from, to] = [reader.side(item.from, at), reader.side(item.to, at)]
      itemOf.set({ at, entry, author, field: reader.field.id, from, to }, item)
    }
  })
  return new Map(distinctChanges([...itemOf.keys()]).map(change => [change, itemOf.get(change)!]))
}

/** Returns what the store needs to find the fields of `names` again. */
function namedLogOf(
  names: NamedLog['names'],
  changes: ReadonlyMap<Change, LogItem>,
  fields: ReadonlyMap<string, FieldOfIssue>,
): NamedLog {
  const unclear = new Set(names.map(({ name }) => name))
  const items = [...changes].flatMap(([{ field }, { name, fieldId, from, to }], change) => {
    const isUnclear = fieldId === null && unclear.has(name.toLowerCase())
    return importedFields.has(field) ? [] : [{ change, name, field: isUnclear ? null : field, from, to }]
  })
  const given = [...fields.values()].filter(({ id, present }) => present !== null && isCustomId(id)).map(({ id }) => id)
  return { names, items, given: given.toSorted() }
}

/** Returns the keys that moves to other projects replaced, as the log has them. */
function formerKeysOf(key: string, entries: readonly LogEntry[]): readonly string[] {
  const moves = entries.flatMap(({ items }) => items.filter(({ name, isCustom }) => !isCustom && name === 'Key'))
  const keys = moves.flatMap(({ from, to }) => [from.label, to.label])
  return [...new Set(keys)].filter((one): one is string => one !== null && KEY.test(one) && one !== key)
}

/** Returns whether a field has a name or a value, so that it is worth an observation. */
function isDescribed({ name, evidence }: FieldOfIssue): boolean {
  return name !== null || evidence > 0
}
