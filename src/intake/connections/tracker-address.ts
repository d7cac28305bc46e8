import { isLoopback } from '../../access/settings/setting-values.ts'

/** The address of a tracker, or what is allowed in its place. */
export type ReadAddress = { readonly address: string } | { readonly allowed: string }

const EXAMPLE = 'the address of a tracker, such as https://jira.example.org'

/**
 * Reads the base address of a tracker, without a slash at its end.
 *
 * The token is sent to this address, so it must be HTTPS. Plain HTTP is allowed on this machine, and for other hosts with
 * `allowHttp`, whose name for the user is `allowHttpLabel`.
 */
export function readTrackerAddress(text: string, allowHttp: boolean, allowHttpLabel: string): ReadAddress {
  if (!URL.canParse(text)) return { allowed: EXAMPLE }
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(text)
  if (username !== '' || password !== '') return { allowed: `${EXAMPLE}, without a user name or a token in it` }
  if (search !== '' || hash !== '' || (protocol !== 'https:' && protocol !== 'http:')) return { allowed: EXAMPLE }
  if (protocol === 'http:' && !allowHttp && !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')))
    return { allowed: `an address with https; ${allowHttpLabel} sends the token without encryption` }
  const path = pathname.replace(/\/+$/, '')
  if (hostname.endsWith('.atlassian.net') && path !== '') return { allowed: `${origin}, without a path` }
  return { address: `${origin}${path}` }
}

/** Returns a text for an error message, without what may be a secret. */
export function shownAddress(text: string): string {
  return text.replace(/\/\/.*@/s, '//***@')
}
