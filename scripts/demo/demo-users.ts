import type { Person } from './people.ts'
import { people } from './people.ts'

/** A user as a tracker's REST API gives it. */
export interface RestUser {
  readonly name: string
  /** What histories call the user; the login in lower case. */
  readonly key: string
  readonly emailAddress: string
  readonly displayName: string
  readonly active: boolean
  readonly timeZone: string
}

/** Everybody with an account in the demo tracker; who has left the company is not active. */
export function demoUsers(): RestUser[] {
  return people.map(restUser)
}

/** One user in the shape of the REST API. */
export function restUser({ login, name, zone, left }: Person): RestUser {
  const key = login.toLowerCase()
  const active = left === Number.POSITIVE_INFINITY
  return { name: login, key, emailAddress: `${key}@example.org`, displayName: name, active, timeZone: zone.name }
}
