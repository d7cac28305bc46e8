import type { FieldDefinition } from '../fields/field.ts'
import type { Instant, Millis } from '../time/instant.ts'

/** A value with its own name; `id` is the tracker's. */
export interface NamedValue {
  readonly id: string
  readonly name: string
}

/** A status of the workflow. */
export interface Status extends NamedValue {
  /** `new`, `indeterminate` or `done`; `null` for none. */
  readonly category: string | null
  /** Whether the status is missing from the tracker's list. */
  readonly deleted: boolean
}

/** A field of issues. */
export interface Field extends FieldDefinition {
  /** The tracker's own id of the field, if ours differs. */
  readonly alias: string | null
  /** Whether the tracker's list has the field. */
  readonly listed: boolean
}

/** A project; `id` is our number of it, `ref` the tracker's id. */
export interface Project {
  readonly id: number
  readonly ref: string
  readonly key: string
  readonly name: string
}

/** A user of the tracker; `id` is in lower case. */
export interface Person {
  readonly id: string
  /** The login name. */
  readonly name: string | null
  readonly key: string | null
  readonly accountId: string | null
  readonly displayName: string
  readonly email: string | null
  /** Whether the tracker's list has the person. Otherwise the names come from issues. */
  readonly listed: boolean
}

/** A group of users; `members` are ids of people. */
export interface Group {
  readonly name: string
  readonly members: readonly string[]
}

/** A type of issues, such as Bug. */
export interface IssueType extends NamedValue {
  readonly subtask: boolean
  /** -1 for sub-tasks, 0 for the standard level, 1 and more for epics and above; `null` if the tracker does not say. */
  readonly hierarchyLevel: number | null
}

/** A component; `project` is the tracker's id of its project. */
export interface Component extends NamedValue {
  readonly project: string | null
}

/** A version; `project` is the tracker's id of its project. */
export interface Version extends NamedValue {
  readonly project: string | null
  readonly released: boolean | null
  readonly archived: boolean | null
}

/** A sprint of a board. */
export interface Sprint extends NamedValue {
  /** `future`, `active` or `closed`. */
  readonly state: string | null
}

/** A type of links between issues: `a outward b` and `b inward a`. */
export interface LinkType extends NamedValue {
  readonly outward: string
  readonly inward: string
}

/** A saved query, which reports and other queries can name. */
export interface SavedQuery extends NamedValue {
  readonly jql: string
  /** The login name of its owner; `null` if it has none. */
  readonly owner: string | null
}

/** A saved workflow definition. */
export interface SavedWorkflow extends NamedValue {
  /** The JSON of the definition. Its statuses and fields are ids. */
  readonly definition: string
  /** The login of the user who saved it; `null` for the command line and without a sign-in. */
  readonly owner: string | null
  readonly created: Instant
  readonly updated: Instant
}

/** The current version of a working calendar, and the range of its buckets. */
export interface SavedCalendar {
  readonly id: string
  readonly version: number
  readonly isDefault: boolean
  /** The JSON of the calendar file. */
  readonly definition: string
  /** A digest of the rules of its time zone when the buckets were computed. */
  readonly rules: string
  readonly from: Instant
  readonly to: Instant
  readonly width: Millis
  readonly shift: Millis
}

/** The metadata of the tracker. Requests are validated against it, and responses take names from it. */
export interface Catalogue {
  /** In the tracker's order, then by id. Without an order of the tracker, in the order of their use. */
  readonly statuses: readonly Status[]
  readonly fields: readonly Field[]
  readonly projects: readonly Project[]
  readonly people: readonly Person[]
  readonly groups: readonly Group[]
  /** This and the following are in the tracker's order, as far as ids show it. */
  readonly types: readonly IssueType[]
  readonly priorities: readonly NamedValue[]
  readonly resolutions: readonly NamedValue[]
  readonly versions: readonly Version[]
  readonly components: readonly Component[]
  readonly sprints: readonly Sprint[]
  /** `null` if the store has no links between issues. */
  readonly linkTypes: readonly LinkType[] | null
  /** All present and past names of the values of each field. */
  readonly valueNames: Readonly<Record<string, readonly string[]>>
  readonly savedQueries: readonly SavedQuery[]
  readonly calendars: readonly SavedCalendar[]
  /** By id. */
  readonly workflows: readonly SavedWorkflow[]
  /** The earliest creation of an issue; `null` in an empty store. */
  readonly firstCreated: Instant | null
}
