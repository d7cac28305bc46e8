import type { FieldKind } from '../fields/field.ts'
import type { Instant } from '../time/instant.ts'

/** One value of a field: the tracker's id, by which values are compared, and the label that people read. */
export interface FieldValue {
  /** The tracker's id; the label if the tracker has none. Ids of users are in lower case. */
  readonly id: string
  readonly label: string
  /**
   * Set if the log has only the name of a value that has an id in the tracker. Until the store resolves the name, the name
   * serves as the id.
   */
  readonly isNamed?: true
}

/** A value as a source wrote it; at least one of the two is not `null`. */
export interface RawValue {
  readonly id: string | null
  readonly label: string | null
  /** Set for a former user of Jira Cloud. All former users share one account id, so it identifies nobody. */
  readonly isFormer?: true
}

/**
 * One change of one field, as the tracker logged it.
 *
 * `from` and `to` have at most one value for a single-valued field. For a multi-valued one, values only in `from` were
 * removed, and values only in `to` were added; values that stayed may be in both or in neither.
 */
export interface Change {
  readonly at: Instant
  /** The id of the log entry. It orders changes at the same instant, and groups the changes that were made together. */
  readonly entry: string
  /** The id of the user who made the change, in lower case; `null` if the tracker does not record it. */
  readonly author: string | null
  readonly field: string
  readonly from: readonly FieldValue[]
  readonly to: readonly FieldValue[]
}

/** A name of a field that the log of an issue has without an id. */
export interface LoggedName {
  /** In lower case. */
  readonly name: string
  /** The id of the field that it means; `null` if it matches none, or several. Then the name is its own field. */
  readonly field: string | null
  /** Differs if the name may mean other fields; see basisOf. */
  readonly basis: string
}

/** An item of a log as the tracker wrote it. */
export interface LoggedItem {
  /** The index of its change. */
  readonly change: number
  readonly name: string
  /** The id of its field, if the log has one; then the name decides nothing. */
  readonly field: string | null
  readonly from: RawValue
  readonly to: RawValue
}

/** What a store needs to find the fields of log names again. */
export interface NamedLog {
  readonly names: readonly LoggedName[]
  /** The items of all fields that are no system fields. */
  readonly items: readonly LoggedItem[]
  /** The ids of the custom fields that the source has, with or without a value. */
  readonly given: readonly string[]
}

/** The present state of an issue in its tracker, with its complete log of changes. */
export interface IssueHistory {
  /** The tracker's id of the issue, which does not change when the issue moves to another project. */
  readonly id: string
  /** `FCREPO-12`: the project's key, a hyphen, the number. */
  readonly key: string
  readonly number: number
  readonly project: { readonly id: string; readonly key: string; readonly name: string }
  readonly created: Instant
  readonly updated: Instant
  readonly resolved: Instant | null
  readonly summary: string
  readonly description: string | null
  /** The id of the user who created the issue, in lower case. */
  readonly creator: string | null
  /**
   * The present values of each field, by field id. An empty list is no value. A field that the export omitted has no
   * entry; then its last change is trusted.
   */
  readonly present: ReadonlyMap<string, readonly FieldValue[]>
  /** In the order of the tracker, which may be any. */
  readonly changes: readonly Change[]
  /** Whether the source reports that changes are missing. */
  readonly truncated: boolean
  /** Whether the source has a change log, which may be empty. Without it, the issue's past is unknown. */
  readonly hasLog: boolean
  /** The instant of the last log entry that changes something, also in a field that is not stored; `null` without one. */
  readonly lastEntry: Instant | null
  /** The instants of log entries and of their items that name no change. */
  readonly unreadable: readonly Instant[]
  /** The instants of invalid values, items and entries that were left out. Parts without an instant have that of the creation. */
  readonly invalid: readonly Instant[]
  /** The keys that the issue had before it moved to another project, in the order of the log. */
  readonly formerKeys: readonly string[]
  /** Set if the log has names of fields without ids. */
  readonly namedLog?: NamedLog
}

/** Metadata of the tracker: an entry of a dictionary of the store. */
export type Entity =
  | {
      readonly kind: 'field'
      readonly id: string
      readonly name: string
      readonly type: FieldKind
      readonly multi: boolean
      /** The tracker's own id of the field, if ours differs: `customfield_10020` for `sprint`. */
      readonly alias?: string | null
      /** Its name without a translation, which logs may have. */
      readonly untranslatedName?: string | null
    }
  | {
      readonly kind: 'status'
      readonly id: string
      readonly name: string
      /** `new`, `indeterminate` or `done`: the tracker's status category. */
      readonly category: string | null
    }
  | {
      readonly kind: 'person'
      /** In lower case. */
      readonly id: string
      readonly name: string | null
      readonly key: string | null
      readonly accountId: string | null
      readonly displayName: string
      readonly email: string | null
      readonly active: boolean
      readonly timeZone: string | null
    }
  | {
      readonly kind: 'type'
      readonly id: string
      readonly name: string
      readonly subtask: boolean
      /** -1 for sub-tasks, 0 for the standard level, 1 and more for epics and above; `null` if it is unknown. */
      readonly hierarchyLevel: number | null
    }
  | { readonly kind: 'priority'; readonly id: string; readonly name: string }
  | { readonly kind: 'resolution'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'version'
      readonly id: string
      readonly name: string
      readonly projectId: string | null
      readonly released: boolean | null
      readonly archived: boolean | null
      /** `yyyy-MM-dd`. */
      readonly releaseDate: string | null
    }
  | { readonly kind: 'component'; readonly id: string; readonly name: string; readonly projectId: string | null }
  | {
      readonly kind: 'sprint'
      readonly id: string
      readonly name: string
      /** `future`, `active` or `closed`. */
      readonly state: string | null
      readonly start: Instant | null
      /** Its planned end. */
      readonly end: Instant | null
      readonly completed: Instant | null
    }

/**
 * An entity as one part of an export recorded it. When names differ, the tracker's list wins over present values of
 * issues, and those win over histories. Among equals, the latest wins.
 */
export interface Observation {
  readonly entity: Entity
  readonly authority: 'list' | 'present' | 'history'
  readonly at: Instant
}
