import { textOf } from './json.ts'

const BEFORE_REST = /^(https?:\/\/.+?)\/rest\/(?:api|agile)\//i

/**
 * Returns the base address of the tracker from the `self` address of one of its issues: what comes before `/rest/`.
 *
 * `https://jira.example.com/jira` for a server with a context path; `null` when `self` is missing or no such address.
 */
export function trackerAddress(self: unknown): string | null {
  const base = BEFORE_REST.exec(textOf(self) ?? '')?.[1]
  if (base === undefined || !URL.canParse(base)) return null
  const { protocol, host, pathname } = new URL(base)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}
