/** The end of the demo's history. Reports as of this date have stable numbers. */
export const AS_OF = '2025-07-01T00:00:00Z'

/** The default choices: time in status for the issues of a project, in days. */
const COMMON = {
  filterType: 'project',
  projectKey: 'WEB',
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
  viewFormat: 'days',
  asOf: AS_OF,
}

/** Returns the address of an aggregation. */
export function groupsAt(choices: Readonly<Record<string, string>> = {}): string {
  const own = { report: 'aggregation', aggregationType: 'average', groupByFields: 'issuetype' }
  return `/?${given({ ...own, ...COMMON, ...choices })}`
}

/** Returns the address of a list. */
export function issuesAt(choices: Readonly<Record<string, string>> = {}): string {
  return `/?${given({ report: 'list', ...COMMON, ...choices })}`
}

/** Returns the address of the screen of a team. */
export function teamAt(choices: Readonly<Record<string, string>> = {}): string {
  return `/?${given({ page: 'team', filterType: 'project', projectKey: 'WEB', asOf: AS_OF, ...choices })}`
}

/** Removes empty choices. */
function given(choices: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== ''))
}
