import type { FieldKind } from '../fields/field.ts'
import type { Instant } from '../time/instant.ts'

/** One value of a field: the tracker's id, which tells values apart, and the words that people see. */
export interface FieldValue {
  /** The tracker's id; the label where the tracker has none. Ids of users are in lower case. */
  readonly id: string
  readonly label: string
}

/**
 * One change of one field, as the tracker logged it.
 *
 * `from` and `to` hold at most one value for a single-valued field. For a multi-valued one what is in `from` only was
 * taken away and what is in `to` only was added; values that stayed may be in both or in neither.
 */
export interface Change {
  readonly at: Instant
  /** The id of the log entry: breaks ties of time, and joins the changes that were made at once. */
  readonly entry: string
  /** Id of the user who made the change, in lower case; `null` when the tracker does not say. */
  readonly author: string | null
  readonly field: string
  readonly from: readonly FieldValue[]
  readonly to: readonly FieldValue[]
}

/** An issue as its tracker tells it today, with all that was ever changed in it. */
export interface IssueHistory {
  /** The tracker's id of the issue, which survives a move to another project. */
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
  /** Id of the user who created the issue, in lower case. */
  readonly creator: string | null
  /**
   * What each field holds today, by field id. No value is an empty list; a field that the export left out has no entry,
   * and then its last change is believed.
   */
  readonly present: ReadonlyMap<string, readonly FieldValue[]>
  /** In the order in which the tracker gave them, whichever that is. */
  readonly changes: readonly Change[]
  /** Whether the source says that it left changes out. */
  readonly truncated: boolean
  /** Whether the source gave a change log; an empty one is a log. Without it nothing is known of the issue's past. */
  readonly hasLog: boolean
}

/** Something the tracker has beside issues: what a dictionary of the store holds. */
export type Entity =
  | {
      readonly kind: 'field'
      readonly id: string
      readonly name: string
      readonly type: FieldKind
      readonly multi: boolean
      /** The tracker's own id of the field where we gave it another: `customfield_10020` for `sprint`. */
      readonly alias?: string | null
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
  | { readonly kind: 'type'; readonly id: string; readonly name: string; readonly subtask: boolean }
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
      readonly end: Instant | null
    }

/**
 * An entity as it was seen somewhere in an export. Of several sightings the store keeps the words of the strongest, and
 * among equals of the latest: the tracker's own list, then what an issue holds today, then what a history remembers.
 */
export interface Observation {
  readonly entity: Entity
  readonly authority: 'list' | 'present' | 'history'
  readonly at: Instant
}
