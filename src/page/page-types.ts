// What the page's own addresses (/api/...) answer, as plain JSON. The page imports these types and nothing else of this room.

import type { Project, SavedQuery, Sprint, Status } from '../catalogue/model.ts'
import type { FieldDefinition } from '../fields/field.ts'

/** Everything that the page's choices are made from, as the caller may see it: `GET /api/catalogue`. */
export interface PageCatalogue {
  readonly version: string
  /** `null` in access mode `open`, where nobody signs in. */
  readonly caller: { readonly login: string; readonly isAdministrator: boolean } | null
  /** The addresses of the reports. */
  readonly paths: { readonly aggregation: string; readonly list: string; readonly issue: string }
  /** The zone of the caller's dates, and the language of names. */
  readonly timeZone: string
  readonly locale: string
  /** Whether all there is was made up by the demo. */
  readonly isDemo: boolean
  readonly issues: number
  /** When the last of them was updated: ISO 8601; `null` where there are none. */
  readonly lastUpdate: string | null
  readonly projects: readonly Pick<Project, 'key' | 'name'>[]
  /** In the tracker's order. */
  readonly statuses: readonly Status[]
  /** `hasHistory`: whether it can be a history field. */
  readonly fields: readonly (FieldDefinition & { readonly hasHistory: boolean })[]
  readonly groups: readonly string[]
  readonly sprints: readonly Sprint[]
  readonly savedQueries: readonly (Pick<SavedQuery, 'id' | 'name'> & { readonly query: string })[]
  readonly calendars: readonly {
    readonly id: string
    readonly name: string
    readonly isDefault: boolean
    /** `null` where working days are of unequal length. */
    readonly dailyWorkingHours: number | null
  }[]
  /** The sixteen reports, in the contract's order. */
  readonly reportTypes: readonly {
    readonly name: string
    readonly label: string
    readonly kind: 'duration' | 'count' | 'date'
    readonly outer: string
    readonly inner: string | null
  }[]
}

/** A user, as choices show them: `GET /api/people?text=` gives at most 50 whose names or logins have the text. */
export interface PagePerson {
  readonly login: string
  readonly name: string
}

/** A report saved by name for one user: `GET /api/reports`, `PUT` and `DELETE /api/reports/<name>`. */
export interface SavedReport {
  readonly name: string
  /** The query part of the page's address. */
  readonly address: string
}
