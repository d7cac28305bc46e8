import type { FieldDefinition } from '../fields/field.ts'
import type { Instant, Millis } from '../time/instant.ts'

/** A value with a name of its own; `id` is the tracker's. */
export interface NamedValue {
  readonly id: string
  readonly name: string
}

export interface Status extends NamedValue {
  /** `new`, `indeterminate` or `done`; `null` for none. */
  readonly category: string | null
  /** Whether the tracker no longer has it. */
  readonly deleted: boolean
}

export interface Field extends FieldDefinition {
  /** The tracker's own id of the field, when ours is another. */
  readonly alias: string | null
  /** Whether the tracker's own list named it. */
  readonly listed: boolean
}

/** A project; `id` is our number for it, `ref` the tracker's id. */
export interface Project {
  readonly id: number
  readonly ref: string
  readonly key: string
  readonly name: string
}

/** A user of the tracker; `id` is in lower case. */
export interface Person {
  readonly id: string
  /** The login. */
  readonly name: string | null
  readonly key: string | null
  readonly accountId: string | null
  readonly displayName: string
  readonly email: string | null
  /** Whether the tracker's own list named the person, so that the names do not come from an issue. */
  readonly listed: boolean
}

/** A group of users; `members` are ids of people. */
export interface Group {
  readonly name: string
  readonly members: readonly string[]
}

export interface IssueType extends NamedValue {
  readonly subtask: boolean
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

export interface Sprint extends NamedValue {
  /** `future`, `active` or `closed`. */
  readonly state: string | null
}

/** A kind of links between issues: `a outward b` and `b inward a`. */
export interface LinkType extends NamedValue {
  readonly outward: string
  readonly inward: string
}

/** A query saved under a name, which reports and other queries can name. */
export interface SavedQuery extends NamedValue {
  readonly jql: string
  /** The login of its owner; `null` where nobody owns it. */
  readonly owner: string | null
}

/** The present version of a working calendar, and the instants its buckets cover. */
export interface SavedCalendar {
  readonly id: string
  readonly version: number
  readonly isDefault: boolean
  /** The calendar file's JSON. */
  readonly definition: string
  /** What the rules of its zone were when the buckets were made: a digest. */
  readonly rules: string
  readonly from: Instant
  readonly to: Instant
  readonly width: Millis
  readonly shift: Millis
}

/** What a store knows of its tracker besides issues: requests are checked against it, and answers take names from it. */
export interface Catalogue {
  /** The last batch: equal numbers mean equal dictionaries. */
  readonly batch: number
  /** In the tracker's order, then by id. */
  readonly statuses: readonly Status[]
  readonly fields: readonly Field[]
  readonly projects: readonly Project[]
  readonly people: readonly Person[]
  readonly groups: readonly Group[]
  /** These are in the tracker's order as far as ids tell it. */
  readonly types: readonly IssueType[]
  readonly priorities: readonly NamedValue[]
  readonly resolutions: readonly NamedValue[]
  readonly versions: readonly Version[]
  readonly components: readonly Component[]
  readonly sprints: readonly Sprint[]
  /** `null` when links between issues are not kept. */
  readonly linkTypes: readonly LinkType[] | null
  /** The names that values of each field ever had. */
  readonly heldNames: Readonly<Record<string, readonly string[]>>
  readonly savedQueries: readonly SavedQuery[]
  readonly calendars: readonly SavedCalendar[]
  /** The earliest creation of an issue; `null` in an empty store. */
  readonly firstCreated: Instant | null
}
