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

/** A stretch of an issue's history, or a moment of it (then `left` is `entered`), and what of it counts in a cell. */
export interface ExplainedPart {
  /** What the issue was in, such as the name of a status, a person or a value; `A → B` of a transition. */
  readonly label: string
  /** What else held meanwhile: in reports of users and groups the status, or, where statuses are outside, the person. */
  readonly within: string | null
  /** ISO 8601 instants; clipped to the report's window. `left` is `null` while it still held at its end. */
  readonly entered: string
  readonly left: string | null
  /** The display name of who made the change that began it; `null` where nobody did. */
  readonly by: string | null
  /** Its milliseconds of counted time, 1 for a visit or a transition, epoch milliseconds of a date; what counts adds it. */
  readonly raw: number
  /** The same as the report writes it. */
  readonly value: string
  /** Whether it is in the cell; what is shown and does not count says why. */
  readonly counts: boolean
  readonly why: string | null
  /** The calendar days that it touches, the first ones where there are very many; empty with 24/7. */
  readonly days: readonly ExplainedDay[]
  readonly moreDays: number
}

/** One calendar day of a part: how much of it counted, and why not more. */
export interface ExplainedDay {
  /** `2024-03-01`, in the calendar's zone. */
  readonly date: string
  readonly raw: number
  /** `working day`, `not a working day`, `holiday NAME` or `exception NAME`. */
  readonly note: string
}

/** What a cell is made of: `GET /api/explain?<the report's parameters>&issueKey=&column=<the cell's id>`. */
export interface Explanation {
  readonly issue: PageIssue
  readonly report: string
  readonly column: { readonly id: string; readonly name: string }
  readonly kind: 'duration' | 'count' | 'date'
  /** As in the report; `raw` is `null` when the cell is empty. */
  readonly cell: { readonly value: string; readonly raw: string | null }
  /** How the parts make the cell, in one sentence. */
  readonly rule: string
  readonly calendar: string
  readonly parts: readonly ExplainedPart[]
}

/** An issue, and what was repaired in its history, in words. */
export interface PageIssue {
  readonly key: string
  readonly summary: string
  readonly repairs: readonly string[]
}

/** An issue's life: `GET /api/timeline?issueKey=&calendar=&asOf=`. Instants are epoch milliseconds. */
export interface Timeline {
  readonly issue: PageIssue
  readonly from: number
  readonly until: number
  readonly statuses: readonly TimelineBand[]
  readonly assignees: readonly TimelineBand[]
  /** When no time counts, from and until; empty for 24/7, and where there would be more than can be drawn. */
  readonly nonWorking: readonly (readonly [from: number, until: number])[]
  readonly calendar: string
}

/** A period of a timeline. */
export interface TimelineBand {
  /** `null`: nobody. */
  readonly id: string | null
  readonly name: string
  /** Of a status: `new`, `indeterminate`, `done` or `null`. */
  readonly category: string | null
  readonly entered: number
  readonly left: number | null
  readonly by: string | null
}

/** What was repaired in the histories of issues: `GET /api/repairs?issueKeys=A-1,A-2`; issues without are absent. */
export type Repairs = Readonly<Record<string, readonly string[]>>

/** How the cells of each column are spread over the issues: `GET /api/distribution?<an aggregation's parameters>`. */
export interface Distribution {
  readonly columns: readonly {
    readonly id: string
    readonly name: string
    readonly count: number
    /** Raw values: the least, the quartiles, the greatest. */
    readonly min: number
    readonly lower: number
    readonly median: number
    readonly upper: number
    readonly max: number
  }[]
}

/** A report saved by name for one user: `GET /api/reports`, `PUT` and `DELETE /api/reports/<name>`. */
export interface SavedReport {
  readonly name: string
  /** The query part of the page's address. */
  readonly address: string
}
