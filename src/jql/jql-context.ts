import type { JqlCatalogue } from '../catalogue/jql-catalogue.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'

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
