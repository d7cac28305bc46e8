import type { FoundTracker, ManagedConnection } from '../../reports/page/page-types.ts'
import type { NewConnection } from './requests.ts'

/** How to reach a tracker, as typed. */
export interface Access {
  /** The kind that the user picked; `null` for the one that the address suggests. */
  readonly kind: 'cloud' | 'server' | null
  readonly address: string
  /** `null` for the suggested name. */
  readonly name: string | null
  readonly email: string
  readonly token: string
  readonly allowHttp: boolean
}

/** What to read, and who may see it. */
export interface ReadScope {
  /** Keys; `null` for all projects, also new ones. */
  readonly projects: readonly string[] | null
  /** A date such as `2024-01-31`, or empty. */
  readonly since: string
  /** `null` before one is picked. */
  readonly permissions: ManagedConnection['permissions'] | null
}

/** The fields of the form, as the server names them. */
export const FIELDS = ['name', 'address', 'email', 'token', 'allowHttp', 'projects', 'since', 'permissions']

/** An empty form. */
export const NO_ACCESS: Access = { kind: null, address: '', name: null, email: '', token: '', allowHttp: false }

/** Returns the kind that was picked, or that the address suggests. */
export function kindOf({ kind, address }: Access): 'cloud' | 'server' {
  return kind ?? (/\.atlassian\.net(?:[/:]|$)/i.test(address.trim()) ? 'cloud' : 'server')
}

/** Returns the name that was typed, or a suggestion that no other connection has. */
export function nameOf(access: Access, taken: readonly string[]): string {
  if (access.name !== null) return access.name
  const base = kindOf(access) === 'cloud' ? 'cloud' : 'jira'
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(name)) return name
  }
}

/** Returns whether the token would be sent over the network without encryption. */
export function isPlainHttp({ address }: Access): boolean {
  const text = address.trim()
  if (!/^http:/i.test(text) || !URL.canParse(text)) return false
  return !/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(new URL(text).hostname)
}

/** Returns the body of the test of a connection. A kind that only the address suggests is left to the tracker. */
export function accessBody(access: Access, name: string): NewConnection {
  const { address, email, token, kind, allowHttp } = access
  return {
    name: name.trim(),
    address: address.trim(),
    token,
    kind,
    ...(email.trim() === '' ? {} : { email: email.trim() }),
    ...(isPlainHttp(access) && allowHttp ? { allowHttp } : {}),
  }
}

/** Returns a text that changes when another tracker or account could answer; a name changes neither. */
export function accessKey(access: Access): string {
  return JSON.stringify(accessBody(access, ''))
}

/** Returns the body of a new connection. */
export function newBody(access: NewConnection, { projects, since, permissions }: ReadScope): NewConnection {
  return { ...access, projects, since: since === '' ? null : since, permissions }
}

/** Returns the first choice for a tracker that was found. Without an administrator's token, permissions must be picked. */
export function scopeFor({ isAdministrator }: FoundTracker): ReadScope {
  return { projects: null, since: '', permissions: isAdministrator ? 'tracker' : null }
}
