import fc from 'fast-check'
import { pick } from './choose.ts'
import type { FuzzServerFacts, Mode } from './fuzz-server-facts.ts'

/** A user, and the server for the request. */
export interface Asker {
  readonly mode: Mode
  readonly as: string | null
}

/** Every user, and sometimes none, or a token where none is needed. */
export function askers({ tokens }: FuzzServerFacts): fc.Arbitrary<Asker> {
  const logins = Object.keys(tokens)
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant<Asker>({ mode: 'open', as: null }) },
    { weight: 10, arbitrary: pick(...logins).map((as): Asker => ({ mode: 'tokens', as })) },
    { weight: 1, arbitrary: fc.constant<Asker>({ mode: 'tokens', as: null }) },
    { weight: 1, arbitrary: pick(...logins).map((as): Asker => ({ mode: 'open', as })) },
  )
}
