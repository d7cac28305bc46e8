import type { Person } from './people.ts'
import { people } from './people.ts'

/** A user in the format of a tracker's REST API. */
export interface RestUser {
  readonly name: string
  /** The user key in histories: the login in lower case. */
  readonly key: string
  readonly emailAddress: string
  readonly displayName: string
  readonly active: boolean
  readonly timeZone: string
}

/** Returns all users of the demo tracker; former employees are inactive. */
export function demoUsers(): RestUser[] {
  return people.map(restUser)
}

/** Converts a user to the format of the REST API. */
export function restUser({ login, name, zone, left }: Person): RestUser {
  const key = login.toLowerCase()
  const active = left === Number.POSITIVE_INFINITY
  return { name: login, key, emailAddress: `${key}@example.org`, displayName: name, active, timeZone: zone.name }
}
