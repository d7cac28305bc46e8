/** The parts of a demo issue that the tests read. */
export interface RestIssue {
  readonly id: string
  readonly key: string
  readonly fields: {
    readonly summary: string
    readonly description: string | null
    readonly environment: string | null
    readonly issuetype: { readonly id: string; readonly name: string; readonly subtask: boolean }
    readonly project: { readonly id: string; readonly key: string; readonly name: string }
    readonly parent?: { readonly id: string; readonly key: string }
    readonly status: { readonly id: string; readonly name: string; readonly statusCategory: { readonly key: string } }
    readonly priority: { readonly id: string; readonly name: string }
    readonly resolution: { readonly id: string; readonly name: string } | null
    readonly resolutiondate: string | null
    readonly created: string
    readonly updated: string
    readonly creator: { readonly name: string; readonly timeZone: string }
    readonly assignee: {
      readonly name: string
      readonly key: string
      readonly displayName: string
      readonly active: boolean
    } | null
    readonly labels: readonly string[]
    readonly components: readonly { readonly id: string; readonly name: string }[]
    readonly versions: readonly { readonly id: string }[]
    readonly fixVersions: readonly { readonly id: string; readonly released: boolean; readonly archived: boolean }[]
    readonly duedate: string | null
    readonly customfield_10001: readonly string[] | null
    readonly customfield_10002: number | null
    readonly customfield_10003: { readonly id: string; readonly value: string } | null
    readonly customfield_10004: readonly { readonly id: string; readonly value: string }[] | null
  }
  readonly changelog: {
    readonly startAt: number
    readonly maxResults: number
    readonly total: number
    readonly histories: readonly RestEntry[]
  }
}

/** One entry of a history. */
export interface RestEntry {
  readonly id: string
  readonly author: { readonly name: string; readonly timeZone: string }
  readonly created: string
  readonly items: readonly RestItem[]
}

/** One changed field in an entry. */
export interface RestItem {
  readonly field: string
  readonly fieldtype: string
  readonly fieldId?: string
  readonly from: string | null
  readonly fromString: string | null
  readonly to: string | null
  readonly toString: string | null
}

/** Returns the items of one field in an issue's history, each with its entry, in order. */
export function changesOf(issue: RestIssue, field: string): { entry: RestEntry; item: RestItem }[] {
  return issue.changelog.histories.flatMap(entry =>
    entry.items.filter(item => item.field === field).map(item => ({ entry, item })),
  )
}

/** Returns the names of an issue's statuses, in order. */
export function pathOf(issue: RestIssue): string[] {
  const changes = changesOf(issue, 'status')
  const first = changes[0]?.item.fromString ?? issue.fields.status.name
  return [first, ...changes.map(({ item }) => String(item.toString))]
}
