import type { StoreSummary } from '../../access/admin/store-summary.ts'

/** Returns a text with three example URLs of reports on this store; empty for an empty store. */
export function reportExamples(api: string, { projects }: Pick<StoreSummary, 'projects'>): string {
  const [largest] = [...projects].sort((a, b) => b.issues - a.issues)
  if (!largest) return ''
  const project = `filterType=project&projectKey=${encodeURIComponent(largest.key)}`
  const hours = 'calendar=normalHours&viewFormat=days'
  const examples = [
    [
      `Average days in each status of ${largest.name}, by issue type (JSON)`,
      `aggregation?${project}&columnsBy=statusDuration&aggregationType=average&groupByFields=issuetype&${hours}`,
    ],
    [
      'Days in each status, a row for each issue (CSV)',
      `list?${project}&columnsBy=statusDuration&fields=assignee&${hours}&outputType=csv`,
    ],
    [
      'Days each person had issues, by the month of their creation (CSV)',
      `aggregation?${project}&columnsBy=assigneeDuration&aggregationType=sum&groupByFields=date:month:created&${hours}&outputType=csv`,
    ],
  ]
  return `\nTry:\n${examples.map(([words, address]) => `  ${words}\n    ${api}/${address}\n`).join('')}`
}
