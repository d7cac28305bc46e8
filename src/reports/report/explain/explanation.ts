/** An interval of an issue's history, or an instant (then `left` equals `entered`), and its share of a cell. */
export interface ExplainedPart {
  /** The name of a status, a person or a value; `A → B` for a transition. */
  readonly label: string
  /** The other level in reports on users and groups: the status, or the person when statuses are the outer level. */
  readonly within: string | null
  /**
   * ISO 8601 instants, clipped to the report window. `left` is `null` while the interval continues at the end of the
   * window.
   */
  readonly entered: string
  readonly left: string | null
  /** The display name of the person who made the change at its start; `null` when nobody did. */
  readonly by: string | null
  /** Its duration in milliseconds, 1 for a visit or a transition, or the epoch milliseconds of a date. */
  readonly raw: number
  /** The same number in the format of the report. */
  readonly value: string
  /** Whether it counts in the cell. `why` has the reason when it does not. */
  readonly counts: boolean
  readonly why: string | null
  /** The calendar days that it overlaps, up to a limit; empty with 24/7. */
  readonly days: readonly ExplainedDay[]
  readonly moreDays: number
}

/** One calendar day of a part: how much of it counted, and why. */
export interface ExplainedDay {
  /** `2024-03-01`, in the calendar's time zone. */
  readonly date: string
  readonly raw: number
  /** `working day`, `not a working day`, `holiday NAME` or `exception NAME`. */
  readonly note: string
}

/** The explanation of a cell: `GET /api/explain?<the report's parameters>&issueKey=&column=<the cell's id>`. */
export interface Explanation {
  readonly issue: PageIssue
  readonly report: string
  readonly column: { readonly id: string; readonly name: string }
  readonly kind: 'duration' | 'count' | 'date'
  /** As in the report. `raw` is `null` when the cell is empty. */
  readonly cell: { readonly value: string; readonly raw: string | null }
  /** How the parts make up the cell, in one sentence. */
  readonly rule: string
  readonly calendar: string
  readonly parts: readonly ExplainedPart[]
}

/** An issue, with a sentence for each repair in its history. */
export interface PageIssue {
  readonly key: string
  readonly summary: string
  readonly repairs: readonly string[]
}

/**
 * The timeline of an issue: `GET /api/timeline?issueKey=&calendar=&dayLength=&viewFormat=&asOf=`. Instants are epoch
 * milliseconds.
 */
export interface Timeline {
  readonly issue: PageIssue
  readonly from: number
  readonly until: number
  readonly statuses: readonly TimelineBand[]
  readonly assignees: readonly TimelineBand[]
  /** The intervals without working time; empty for 24/7, and when there are too many to draw. */
  readonly nonWorking: readonly (readonly [from: number, until: number])[]
  readonly calendar: string
}

/** A period of a timeline. */
export interface TimelineBand {
  /** `null` for nobody. */
  readonly id: string | null
  readonly name: string
  /** The category of a status: `new`, `indeterminate`, `done` or `null`. */
  readonly category: string | null
  readonly entered: number
  readonly left: number | null
  readonly by: string | null
  /** The time that counts in the calendar, in milliseconds. An ongoing period counts until asOf. */
  readonly raw: number
  /** The same number in the format of the report. */
  readonly value: string
}

/** The repairs of issues, by key: `GET /api/repairs?issueKeys=A-1,A-2`. Issues without repairs are absent. */
export type Repairs = Readonly<Record<string, readonly string[]>>
