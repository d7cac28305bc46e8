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
