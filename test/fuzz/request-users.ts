import fc from 'fast-check'
import { pick } from './choose.ts'
import type { FuzzServerFacts, Mode } from './fuzz-server-facts.ts'

/** A user, and the server for the request. */
export interface RequestUser {
  readonly mode: Mode
  readonly as: string | null
}

/** Every user, and sometimes none, or a token where none is needed. */
export function requestUsers({ tokens }: FuzzServerFacts): fc.Arbitrary<RequestUser> {
  const logins = Object.keys(tokens)
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant<RequestUser>({ mode: 'open', as: null }) },
    { weight: 10, arbitrary: pick(...logins).map((as): RequestUser => ({ mode: 'tokens', as })) },
    { weight: 1, arbitrary: fc.constant<RequestUser>({ mode: 'tokens', as: null }) },
    { weight: 1, arbitrary: pick(...logins).map((as): RequestUser => ({ mode: 'open', as })) },
  )
}
