import { textOf } from './json.ts'

const BEFORE_REST = /^(https?:\/\/.+?)\/rest\/(?:api|agile)\//i

/**
 * Returns the base URL of the tracker, from the `self` URL of one of its issues: the part before `/rest/`.
 *
 * For example, `https://jira.example.com/jira` for a server with a context path. Returns `null` when `self` is missing
 * or has another format.
 */
export function trackerAddress(self: unknown): string | null {
  const base = BEFORE_REST.exec(textOf(self) ?? '')?.[1]
  if (base === undefined || !URL.canParse(base)) return null
  const { protocol, host, pathname } = new URL(base)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}
