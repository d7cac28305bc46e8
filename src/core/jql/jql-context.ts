import type { JqlCatalogue } from '../catalogue/jql-catalogue.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'

/** An issue that a query names. */
export interface NamedIssue {
  /** The tracker's id of the issue, as in the bound query. */
  readonly id: string
  readonly key: string
  /** The id of its project. */
  readonly project: string
  readonly number: number
}

/** The user, the time and the metadata on which the meaning of a query depends. */
export interface JqlContext {
  readonly catalogue: JqlCatalogue
  /** The issues that the query names, by key in capitals and by id (see `issuesNamedIn`). */
  readonly issues: ReadonlyMap<string, NamedIssue>
  readonly now: Instant
  readonly zone: Zone
  /** `null` if nobody is signed in. */
  readonly currentUser: string | null
}
