import type { Stays } from './kernel.ts'

/** An issue as in a tracker's API, with the parts that reports need. */
export interface ApiIssue {
  readonly key: string
  readonly fields: { readonly project: string; readonly created: string }
  readonly changelog: {
    readonly histories: readonly { readonly created: string; readonly from: string; readonly to: string }[]
  }
}

/** Returns the first issues of a tracker in the format of its API. */
export function apiIssues({ projects, statuses, project, status, issue, entered }: Stays, most: number): ApiIssue[] {
  const issues: ApiIssue[] = []
  for (let i = 0; i < project.length && issues.length < most; ) {
    const first = i
    const histories = []
    const instant = (at: number) => new Date(entered[at]!).toISOString()
    for (i++; i < project.length && issue[i] === issue[first]; i++) {
      histories.push({ created: instant(i), from: statuses[status[i - 1]!]!, to: statuses[status[i]!]! })
    }
    // An issue without transitions has no history with its status.
    if (histories.length === 0) histories.push({ created: instant(first), from: 's0', to: statuses[status[first]!]! })
    issues.push({
      key: String(issue[first]),
      fields: { project: projects[project[first]!]!, created: instant(first) },
      changelog: { histories },
    })
  }
  return issues
}

/**
 * Computes averages by project and status in memory from the histories of issues, as scripts do today. No calendar, no
 * filter.
 */
export function walk(issues: readonly ApiIssue[], until: number): Map<string, { sum: number; count: number }> {
  const cells = new Map<string, { sum: number; count: number }>()
  for (const { fields, changelog } of issues) {
    const own = new Map<string, number>()
    let at = Date.parse(fields.created)
    let last = ''
    for (const { created, from, to } of changelog.histories) {
      const next = Date.parse(created)
      own.set(from, (own.get(from) ?? 0) + next - at)
      at = next
      last = to
    }
    own.set(last, (own.get(last) ?? 0) + until - at)
    for (const [status, time] of own) {
      const key = `${fields.project}\u0000${status}`
      const cell = cells.get(key)
      if (cell) {
        cell.sum += time
        cell.count++
      } else cells.set(key, { sum: time, count: 1 })
    }
  }
  return cells
}
