import type { DuckDBConnection } from '@duckdb/node-api'
import { UserError } from '../../core/base/errors.ts'
import { systemFields } from '../../core/fields/system-fields.ts'
import type { Entity, FieldValue, IssueHistory, NamedLog, Observation, RawValue } from '../../core/history/model.ts'
import { type Stay, visitsOf } from '../../core/history/stay.ts'
import type { IssueStays } from '../../core/history/to-stays.ts'
import type { Instant } from '../../core/time/instant.ts'
import { measured } from '../engine/measured.ts'
import { pairs } from '../rows/change-rows.ts'
import { Dictionaries } from '../rows/dictionaries.ts'
import type { ReadEntry, StagedSync } from '../rows/ledger-rows.ts'
import type { ReadAddresses } from '../rows/project-addresses.ts'
import { type StatusClash, StatusClashes } from '../rows/status-clashes.ts'
import { findStagedWords } from '../rows/text-index.ts'
import { isLeftOut, Staging } from './staging.ts'
import { STAGED } from './staging-folder.ts'

/** Fields stored as columns of the issue table, not as rows of issue_value. */
const ISSUE_COLUMNS = new Set(systemFields.filter(({ column }) => column !== null).map(({ id }) => id))

/** Values of date fields that are not ISO 8601 dates. They are stored without a date. */
export interface UnreadDates {
  readonly count: number
  /** The first of them, with the key of its issue and the id of its field. */
  readonly first: { readonly key: string; readonly field: string; readonly text: string } | null
}

/** The result of importing a batch. */
export interface BatchOutcome {
  /** The number of new issues. */
  readonly added: number
  /** The number of replaced issues. */
  readonly replaced: number
  /** The number of unchanged issues. */
  readonly unchanged: number
  /** The number of issues without a change log that did not replace an issue with one. */
  readonly kept: number
  /** The number of imported issues with a repaired history. */
  readonly repaired: number
  /** The number of imported issues without a change log. */
  readonly unlogged: number
  /** The issues rejected because another issue has their id or key. */
  readonly refused: readonly RefusedIssue[]
}

/** An incoming issue and the different issue that has its id or key. */
export interface RefusedIssue {
  readonly issue: IssueIdentity
  readonly other: IssueIdentity
}

/** The identity of an issue. */
export interface IssueIdentity {
  readonly key: string
  readonly id: string
  readonly created: Instant
}

/** Options of a batch. */
export interface BatchOptions {
  /** Skip issues whose id or key belongs to another issue, instead of rejecting the batch. */
  readonly skipInvalid?: boolean
}

/** The facts of a filled batch in addition to the rows in the staging database, as plain data. */
export interface StagedBatch {
  readonly issues: number
  /** Set if the batch replaces the data of the tracker, with whether it is demo data; `null` if it adds to it. */
  readonly replacement: { readonly isDemo: boolean } | null
  /** The base address of the tracker; `null` if unknown. */
  readonly tracker: string | null
  /** The base addresses by the numbers of projects, as far as the batch has them. */
  readonly addresses: ReadAddresses
  /** The dictionary tables that the batch changed. */
  readonly changed: readonly string[]
  /** The fields whose kinds the batch changed. */
  readonly changedKinds: readonly string[]
  /** Removed ids of people, each with the id of the person. */
  readonly joined: readonly (readonly [id: string, person: string])[]
  /** Set if a connection filled the batch. */
  readonly sync: StagedSync | null
}

/**
 * A batch being filled. Its rows are in a staging database until `mergeBatch` merges them into the store.
 *
 * Filling needs no connection to the store, so another thread can do it.
 */
export class ImportBatch {
  readonly #connection: DuckDBConnection
  readonly #dictionaries: Dictionaries
  readonly #staging: Staging
  #issues = 0
  #replacement: { readonly isDemo: boolean } | null = null
  readonly #storedTracker: string | null
  /** The addresses of the trackers of the store. */
  readonly #knownAddresses: readonly string[]
  /** The address of the tracker of each project of the batch, by number. */
  readonly #addresses = new Map<number, string>()
  #tracker: string | null
  /** The last address in the batch; `null` until it has one. */
  #readAddress: string | null = null
  #isTrackerConfirmed = false
  #clashes: StatusClashes
  #unreadDates: UnreadDates = { count: 0, first: null }
  #sync: StagedSync | null = null

  private constructor(
    connection: DuckDBConnection,
    dictionaries: Dictionaries,
    staging: Staging,
    tracker: string | null,
    knownAddresses: readonly string[],
  ) {
    this.#connection = connection
    this.#dictionaries = dictionaries
    this.#staging = staging
    this.#storedTracker = tracker
    this.#tracker = tracker
    this.#knownAddresses = knownAddresses
    this.#clashes = new StatusClashes(dictionaries.statuses())
  }

  /** Starts a batch in the staging database that is attached to `connection`. */
  static async begin(connection: DuckDBConnection): Promise<ImportBatch> {
    const dictionaries = await Dictionaries.read(connection)
    const addressesIn = async (table: string) =>
      (await connection.runAndReadAll(`select address from ${STAGED}.${table} order by address`))
        .getRowObjectsJS()
        .flatMap(({ address }) => (address === null ? [] : String(address)))
    const [tracker = null] = await addressesIn('tracker_info')
    const known = await addressesIn('known_address')
    return new ImportBatch(connection, dictionaries, await Staging.create(connection), tracker, known)
  }

  /**
   * Makes the batch replace all data of the tracker. Must be called first. `isDemo` states whether the new data is demo
   * data.
   */
  replaceTracker({ isDemo }: { readonly isDemo: boolean }): void {
    this.#replacement = { isDemo }
    this.#dictionaries.clear()
    this.#tracker = null
    this.#clashes = new StatusClashes(new Map())
  }

  /**
   * Compares the tracker's base address, from `file` or issue `key` in it, with those of the store. The first address is
   * stored. The projects of the issues that are added next are in the tracker with this address.
   *
   * `mayMove` allows the store to change its address. Throws IMPORT_OTHER_TRACKER.
   */
  checkTracker(address: string, { file, key, mayMove }: { file: string; key: string | null; mayMove: boolean }): void {
    const known = this.#tracker
    const isKnown = [known, ...this.#knownAddresses].some(one => one !== null && isSameAddress(one, address))
    if (known !== null && !isKnown && !mayMove)
      throw new UserError('IMPORT_OTHER_TRACKER', { file, key, address, known })
    if (this.#storedTracker !== null && isSameAddress(this.#storedTracker, address)) this.#isTrackerConfirmed = true
    this.#tracker = address
    this.#readAddress = address
  }

  /** The statuses that may belong to another tracker; empty if the address confirms that the tracker is the same. */
  get statusClashes(): readonly StatusClash[] {
    return this.#isTrackerConfirmed ? [] : this.#clashes.found()
  }

  /** Records observations for the dictionaries. */
  record(observations: Iterable<Observation>): void {
    for (const observation of observations) {
      const { entity, authority } = observation
      if (entity.kind === 'status' && authority === 'present') this.#clashes.compare(entity)
      this.#dictionaries.record(observation)
    }
  }

  /**
   * Sets the statuses of the tracker, in its order. Their names take precedence, and all other statuses are deleted.
   */
  setStatuses(statuses: readonly Extract<Entity, { kind: 'status' }>[]): void {
    for (const status of statuses) this.#clashes.compare(status)
    this.#dictionaries.setStatuses(statuses)
  }

  /** Updates the names of statuses by a list that may be incomplete. No status is deleted. */
  updateStatuses(statuses: readonly Extract<Entity, { kind: 'status' }>[]): void {
    this.#dictionaries.updateStatuses(statuses)
  }

  /** Replaces the groups by those of the tracker, with the logins, account ids or keys of their members. */
  setGroups(groups: readonly { readonly name: string; readonly members: readonly string[] }[]): void {
    this.#dictionaries.setGroups(groups)
  }

  /** Records the names of the tracker's projects, as they were at `at`. Projects without issues are left out. */
  recordProjects(projects: readonly IssueHistory['project'][], at: Instant): void {
    this.#dictionaries.recordProjects(projects, at)
  }

  /** Marks the batch as filled by a connection, with what belongs to the same transaction. */
  setSync(sync: StagedSync): void {
    this.#sync = sync
  }

  /** Adds what a connection found out about issues, to the same transaction. */
  recordRead(entries: readonly ReadEntry[]): void {
    for (const { id, project, listed, stored, read, state, tries, nextTry, reason, isLate } of entries)
      this.#staging.ledger.row(id, project, listed, stored, read, state, tries, nextTry, reason, isLate)
  }

  /** The number of people, versions, components and sprints that the batch added to the dictionaries. */
  get discovered(): number {
    return this.#dictionaries.discovered
  }

  get unreadDates(): UnreadDates {
    return this.#unreadDates
  }

  /** Adds an issue with its stays, assignments and repairs, and the id of its security level. */
  add(history: IssueHistory, { stays, assignments, repairs }: IssueStays, securityLevel: string | null = null): void {
    const local = ++this.#issues
    const project = this.#dictionaries.projectId(history.project, history.updated)
    if (this.#readAddress !== null) this.#addresses.set(project, this.#readAddress)
    const current = currentValues(history, stays)
    const first = (field: string): string | null => current.get(field)?.[0]?.id ?? null
    const { issue, issueValue, repair, change, stay, assignment, formerKey, namedValue } = this.#staging
    issue.row(
      local, history.id, history.key, project, history.number,
      first('issuetype'), first('status'), first('priority'), first('resolution'),
      first('assignee'), first('reporter'), first('creator') ?? history.creator,
      history.created, history.updated, history.resolved,
      history.summary, history.description, repairs.length, history.hasLog, securityLevel,
      Math.max(history.created, history.lastEntry ?? history.created),
    ) // biome-ignore format: one line for each line of the table
    for (const [field, values] of current) {
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
    const visitOf = visitsOf(stays)
    for (const made of stays) {
      if (isLeftOut(made)) continue
      const { value } = made
      const visit = visitOf(made)
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
        visit.count,
        visit.previousLast,
      )
    }
    for (const key of history.formerKeys) formerKey.row(local, key)
    for (const { field, seq, side, value } of namedValues(history, current))
      namedValue.row(local, field, this.#dictionaries.kindOf(field), seq, side, value.label, value.id)
    for (const made of assignments) assignment.row(local, made.seq, made.status, made.assignee, made.entered, made.left)
    if (history.namedLog) this.#addNamedLog(local, history.changes, history.namedLog)
  }

  #addNamedLog(local: number, changes: IssueHistory['changes'], { names, items, given }: NamedLog): void {
    const { logName, logItem, givenField } = this.#staging
    for (const { name, field, basis } of names) logName.row(local, name, field, basis)
    for (const { change, name, field, from, to } of items) {
      const { at, entry, author } = changes[change]!
      logItem.row(local, change, at, entry, author, name, field, idIn(from), from.label, idIn(to), to.label)
    }
    givenField.row(local, given.join(' '))
  }

  /** Returns the number or the instant of a value, for fields of these kinds. */
  #measured(key: string, field: string, { id: text }: FieldValue): [num: number | null, ms: number | null] {
    const kind = this.#dictionaries.kindOf(field)
    const [num, ms] = measured(kind, text)
    if ((kind === 'date' || kind === 'datetime') && ms === null) {
      const { count, first } = this.#unreadDates
      this.#unreadDates = { count: count + 1, first: first ?? { key, field, text } }
    }
    return [num, ms]
  }

  /** Completes the staging database, including derived data, so that it can be merged. */
  async finish(): Promise<StagedBatch> {
    await this.#staging.finish()
    const joined = [...this.#dictionaries.joinPeople()]
    const changed = await this.#dictionaries.write()
    await findStagedWords(this.#connection)
    return {
      issues: this.#issues,
      replacement: this.#replacement,
      tracker: this.#tracker,
      addresses: [...this.#addresses],
      changed,
      changedKinds: [...this.#dictionaries.changedKinds],
      joined,
      sync: this.#sync,
    }
  }
}

/** Returns the id in a side of an item. The name of a former user is the id. */
function idIn({ id, label, isFormer }: RawValue): string | null {
  return isFormer ? label : id
}

/** A tracker that moves from HTTP to HTTPS remains the same. */
function isSameAddress(a: string, b: string): boolean {
  return a.replace(/^https?:/, '') === b.replace(/^https?:/, '')
}

/** Returns the current values of an issue by field: from the export, or else from the last changes. */
function currentValues(history: IssueHistory, stays: readonly Stay[]): ReadonlyMap<string, readonly FieldValue[]> {
  const current = new Map(history.present)
  for (const { field, value, left } of stays) {
    if (left !== null || value === null || history.present.has(field)) continue
    current.set(field, [...(current.get(field) ?? []), value])
  }
  return current
}

/** A value that the log has by name only. `seq` is the index of its change, or -1 for a current value. */
interface NamedValue {
  readonly field: string
  readonly seq: number
  readonly side: 'from' | 'to' | 'current'
  readonly value: FieldValue
}

function namedValues(
  { changes }: IssueHistory,
  current: ReadonlyMap<string, readonly FieldValue[]>,
): readonly NamedValue[] {
  const found: NamedValue[] = []
  const add = (values: readonly FieldValue[], field: string, seq: number, side: NamedValue['side']) => {
    for (const value of values) if (value.isNamed) found.push({ field, seq, side, value })
  }
  changes.forEach(({ field, from, to }, seq) => {
    add(from, field, seq, 'from')
    add(to, field, seq, 'to')
  })
  for (const [field, values] of current) add(values, field, -1, 'current')
  return found
}
