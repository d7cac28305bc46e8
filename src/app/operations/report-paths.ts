import type { RequestedEndpoint } from '../../store/plan/parameters.ts'

/** Returns the address of the report interface. */
export function reportAddress(basePath: string, app: string): string {
  return `${basePath}/rest/${app}/report/1.0`
}

/** Returns the paths of the reports. */
export function reportPaths(report: string): Record<RequestedEndpoint, string> {
  const api = `${report}/api`
  return { aggregation: `${api}/aggregation`, list: `${api}/list`, issue: `${api}/issue` }
}
