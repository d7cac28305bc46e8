import type { DictionaryKind, FieldDefinition, QueryFieldKind } from '../fields/field.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'

/** A field that issues have. */
export interface JqlField extends FieldDefinition<QueryFieldKind> {
  /** The tracker's own id of the field, when ours is another. */
  readonly alias: string | null
}

/** One value of a dictionary. */
export interface JqlEntry {
  readonly id: string
  readonly name: string
  /** A project's key, a user's login name, key, account id and e-mail address. */
  readonly otherNames?: readonly string[]
  /** Of a status: `new`, `indeterminate`, `done`, or `null` for none. */
  readonly category?: string | null
  /** Of a type. */
  readonly subtask?: boolean
  /** Of a version or a component: the id of its project. */
  readonly project?: string | null
  /** Of a version. */
  readonly released?: boolean | null
  readonly archived?: boolean | null
  /** Of a sprint: `future`, `active` or `closed`. */
  readonly state?: string | null
}

/** A kind of links between issues: `a outward b` and `b inward a`. */
export interface LinkType {
  readonly id: string
  readonly name: string
  readonly outward: string
  readonly inward: string
}

/** A query that was saved under a name. */
export interface SavedFilter {
  readonly id: string
  readonly name: string
  readonly text: string
}

/**
 * What the tracker has, for resolving the names in a query.
 *
 * Names and ids are looked up without regard to case. `catalogueOf` makes one of lists.
 */
export interface JqlCatalogue {
  readonly fields: readonly JqlField[]
  readonly groups: readonly string[]
  readonly filters: readonly SavedFilter[]
  /** `null` when links between issues are not kept. */
  readonly linkTypes: readonly LinkType[] | null
  /** The fields with an id, a tracker's id or a name; several can have one name. */
  fieldsNamed(name: string): readonly JqlField[]
  /** In the tracker's own order: the most important priority first, versions in the sequence of their project. */
  entries(kind: DictionaryKind): readonly JqlEntry[]
  entriesNamed(kind: DictionaryKind, name: string): readonly JqlEntry[]
  entryOf(kind: DictionaryKind, id: string): JqlEntry | undefined
  /** The ids of the users in a group; `null` when there is no such group. */
  membersOf(group: string): readonly string[] | null
  /** What issues hold or ever held in a field, by its words in lower case; empty when that was not loaded. */
  heldNames(field: string): ReadonlyMap<string, string>
}

/** An issue that a query names. */
export interface NamedIssue {
  /** What the bound query calls it: the tracker's id of the issue. */
  readonly id: string
  /** The id of its project. */
  readonly project: string
  readonly number: number
}

/** Who asks, when and where: what the meaning of a query depends on. */
export interface JqlContext {
  readonly catalogue: JqlCatalogue
  /** The issues that the query names, by key in capitals and by id (`issuesNamedIn` says which those are). */
  readonly issues: ReadonlyMap<string, NamedIssue>
  readonly now: Instant
  readonly zone: Zone
  /** `null` when nobody is signed in. */
  readonly currentUser: string | null
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDayOfWeek: number
  /** How long a day and a week are in estimates. */
  readonly hoursPerDay: number
  readonly daysPerWeek: number
}
