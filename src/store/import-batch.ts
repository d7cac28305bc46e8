import type { DuckDBConnection } from '@duckdb/node-api'
import { UserError } from '../base/errors.ts'
import { systemFields } from '../fields/system-fields.ts'
import type { Entity, FieldValue, IssueHistory, Observation } from '../history/model.ts'
import { type Stay, visitCounts } from '../history/stay.ts'
import type { IssueStays } from '../history/to-stays.ts'
import { type Instant, parseDate, parseInstant } from '../time/instant.ts'
import { Dictionaries } from './dictionaries.ts'
import { Staging } from './staging.ts'
import { STAGED } from './staging-folder.ts'
import { type StatusClash, StatusClashes } from './status-clashes.ts'
import { findStagedWords } from './text-index.ts'

/** Fields that are columns of the issue table, and so not rows of issue_value. */
const ISSUE_COLUMNS = new Set(systemFields.filter(({ column }) => column !== null).map(({ id }) => id))

/** Values of date fields that are no dates in ISO 8601, and so stand for none. */
export interface UnreadDates {
  readonly count: number
  /** The first of them, with the key of its issue and the id of its field. */
  readonly first: { readonly key: string; readonly field: string; readonly text: string } | null
}

/** What came of the issues of a batch. */
export interface BatchOutcome {
  /** How many are new in the store. */
  readonly added: number
  /** How many took the place of what the store had. */
  readonly replaced: number
  /** How many are in the store as they came. */
  readonly unchanged: number
  /** How many came without a change log and left an issue with one as it was. */
  readonly kept: number
  /** How many of those in the store have a repaired history. */
  readonly repaired: number
  /** How many of those in the store have no change log. */
  readonly unlogged: number
  /** Those that were refused because their id or key is that of another issue. */
  readonly refused: readonly RefusedIssue[]
}

/** An issue that cannot be the one that has its id or its key. */
export interface RefusedIssue {
  readonly issue: IssueIdentity
  readonly other: IssueIdentity
}

/** What tells an issue apart. */
export interface IssueIdentity {
  readonly key: string
  readonly id: string
  readonly created: Instant
}

/** How a batch is committed. */
export interface BatchOptions {
  /** Leave out issues whose id or key is that of another issue, instead of refusing the batch. */
  readonly skipInvalid?: boolean
}

/** What a filled batch comes to beside the rows in the staging database; plain data. */
export interface StagedBatch {
  readonly issues: number
  /** What takes the place of all that the store holds of a tracker: whether that is the demo; `null` for an addition. */
  readonly replacement: { readonly isDemo: boolean } | null
  /** The base address of the tracker; `null` when it is not known. */
  readonly tracker: string | null
  /** The tables of dictionaries that the batch changed. */
  readonly changed: readonly string[]
  /** Ids that are no longer ids of people, each with the id of the person. */
  readonly joined: readonly (readonly [id: string, person: string])[]
  /** The fields that hold several values at once; only when people were joined. */
  readonly multi: readonly string[]
}

/**
 * A batch being filled: its rows wait in a staging database, which only `mergeBatch` brings into the store.
 *
 * Filling needs no connection to the store, so that another thread can do it.
 */
export class ImportBatch {
  readonly #connection: DuckDBConnection
  readonly #dictionaries: Dictionaries
  readonly #staging: Staging
  #issues = 0
  #replacement: { readonly isDemo: boolean } | null = null
  readonly #storedTracker: string | null
  #tracker: string | null
  #isTrackerConfirmed = false
  #clashes: StatusClashes
  #unreadDates: UnreadDates = { count: 0, first: null }

  private constructor(
    connection: DuckDBConnection,
    dictionaries: Dictionaries,
    staging: Staging,
    tracker: string | null,
  ) {
    this.#connection = connection
    this.#dictionaries = dictionaries
    this.#staging = staging
    this.#storedTracker = tracker
    this.#tracker = tracker
    this.#clashes = new StatusClashes(dictionaries.statuses())
  }

  /** Begins a batch in the staging database that is attached to `connection`. */
  static async begin(connection: DuckDBConnection): Promise<ImportBatch> {
    const dictionaries = await Dictionaries.read(connection)
    const [tracker] = (await connection.runAndReadAll(`select address from ${STAGED}.tracker_info`)).getRowObjectsJS()
    const address = tracker?.address == null ? null : String(tracker.address)
    return new ImportBatch(connection, dictionaries, await Staging.create(connection), address)
  }

  /**
   * Lets the batch take the place of all that the store holds of a tracker; to be called before anything else. `isDemo`
   * says whether the store holds the demo then.
   */
  replaceTracker({ isDemo }: { readonly isDemo: boolean }): void {
    this.#replacement = { isDemo }
    this.#dictionaries.clear()
    this.#tracker = null
    this.#clashes = new StatusClashes(new Map())
  }

  /**
   * Compares the tracker's base address, as the issue `key` of `file` says it, with that of the store, which takes a first
   * one.
   *
   * `mayMove` lets the store take another address. Throws IMPORT_OTHER_TRACKER.
   */
  checkTracker(address: string, { file, key, mayMove }: { file: string; key: string; mayMove: boolean }): void {
    const known = this.#tracker
    if (known !== null && !isSameAddress(known, address) && !mayMove)
      throw new UserError('IMPORT_OTHER_TRACKER', { file, key, address, known })
    if (this.#storedTracker !== null && isSameAddress(this.#storedTracker, address)) this.#isTrackerConfirmed = true
    this.#tracker = address
  }

  /** Returns the statuses that may be of another tracker; none when the address of the tracker shows that it is the same. */
  get statusClashes(): readonly StatusClash[] {
    return this.#isTrackerConfirmed ? [] : this.#clashes.found()
  }

  /** Takes note of what the dictionaries should know. */
  record(observations: Iterable<Observation>): void {
    for (const observation of observations) {
      const { entity, authority } = observation
      if (entity.kind === 'status' && authority === 'present') this.#clashes.compare(entity)
      this.#dictionaries.record(observation)
    }
  }

  /** The tracker's own statuses, in its order: their names hold, and every other status is deleted. */
  setStatuses(statuses: readonly Extract<Entity, { kind: 'status' }>[]): void {
    for (const status of statuses) this.#clashes.compare(status)
    this.#dictionaries.setStatuses(statuses)
  }

  /** The tracker's own groups with their members' logins, account ids or keys, instead of those known so far. */
  setGroups(groups: readonly { readonly name: string; readonly members: readonly string[] }[]): void {
    this.#dictionaries.setGroups(groups)
  }

  get unreadDates(): UnreadDates {
    return this.#unreadDates
  }

  /** Adds an issue with what was made of its history. */
  add(history: IssueHistory, { stays, assignments, repairs }: IssueStays): void {
    const local = ++this.#issues
    const project = this.#dictionaries.projectId(history.project, history.updated)
    const held = heldValues(history, stays)
    const first = (field: string): string | null => held.get(field)?.[0]?.id ?? null
    const { issue, issueValue, repair, change, stay, assignment } = this.#staging
    issue.row(
      local, history.id, history.key, project, history.number,
      first('issuetype'), first('status'), first('priority'), first('resolution'),
      first('assignee'), first('reporter'), first('creator') ?? history.creator,
      history.created, history.updated, history.resolved,
      history.summary, history.description, repairs.length, history.hasLog,
    ) // biome-ignore format: one line for each line of the table
    for (const [field, values] of held) {
      if (ISSUE_COLUMNS.has(field)) continue
      for (const value of values)
        issueValue.row(local, field, value.id, value.label, ...this.#measured(history.key, field, value))
    }
    for (const { kind, field, at } of repairs) repair.row(local, kind, field, at)
    history.changes.forEach((made, seq) => {
      for (const [from, to] of pairs(made.from, made.to)) {
        change.row(
          local,
          seq,
          made.at,
          made.entry,
          made.author,
          made.field,
          from?.id ?? null,
          from?.label ?? null,
          to?.id ?? null,
          to?.label ?? null,
        )
      }
    })
    const visits = visitCounts(stays)
    for (const made of stays) {
      const { value } = made
      // An export without statuses says nothing about them: no report has a column for it.
      if (value === null && made.field === 'status') continue
      stay.row(
        local,
        made.field,
        made.seq,
        value?.id ?? null,
        value?.label ?? null,
        made.entered,
        made.left,
        made.from?.id ?? null,
        made.actor,
        made.visitNumber,
        visits(made),
      )
    }
    for (const made of assignments) assignment.row(local, made.seq, made.status, made.assignee, made.entered, made.left)
  }

  /** The number, or the moment, that a value of such a field stands for. */
  #measured(key: string, field: string, { id: text }: FieldValue): [num: number | null, ms: number | null] {
    const kind = this.#dictionaries.kindOf(field)
    // What cannot be read as a number or a date, as an app may have written it, stands for none.
    if (kind === 'number') return [Number.isFinite(Number(text)) ? Number(text) : null, null]
    if (kind !== 'date' && kind !== 'datetime') return [null, null]
    const instant = parseDate(text) ?? parseInstant(text)
    if (instant === null) {
      const { count, first } = this.#unreadDates
      this.#unreadDates = { count: count + 1, first: first ?? { key, field, text } }
    }
    return [null, instant]
  }

  /** Brings all rows into the staging database, with what can be computed of them before they are merged. */
  async finish(): Promise<StagedBatch> {
    await this.#staging.finish()
    const joined = [...this.#dictionaries.joinPeople()]
    const changed = await this.#dictionaries.write()
    await findStagedWords(this.#connection)
    return {
      issues: this.#issues,
      replacement: this.#replacement,
      tracker: this.#tracker,
      changed,
      joined,
      multi: joined.length > 0 ? this.#dictionaries.multiFields() : [],
    }
  }
}

/** A tracker that moves from HTTP to HTTPS stays the same one. */
function isSameAddress(a: string, b: string): boolean {
  return a.replace(/^https?:/, '') === b.replace(/^https?:/, '')
}

/** What an issue holds today, by field: what the export says, else what its last changes left. */
function heldValues(history: IssueHistory, stays: readonly Stay[]): ReadonlyMap<string, readonly FieldValue[]> {
  const held = new Map(history.present)
  for (const { field, value, left } of stays) {
    if (left !== null || value === null || history.present.has(field)) continue
    held.set(field, [...(held.get(field) ?? []), value])
  }
  return held
}

/** A change as rows of one value each: a single-valued field's in one row, a multi-valued one's members in one each. */
function pairs(
  from: readonly FieldValue[],
  to: readonly FieldValue[],
): (readonly [FieldValue | undefined, FieldValue | undefined])[] {
  if (from.length <= 1 && to.length <= 1) return [[from[0], to[0]]]
  const stayed = new Set(from.map(({ id }) => id).filter(id => to.some(value => value.id === id)))
  const removed = from.filter(({ id }) => !stayed.has(id)).map(value => [value, undefined] as const)
  const added = to.filter(({ id }) => !stayed.has(id)).map(value => [undefined, value] as const)
  return [...removed, ...added]
}
