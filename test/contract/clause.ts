import { describe, it } from 'vitest'
import type { Endpoint } from '../../src/store/plan/parameters.ts'

/** The tests of one clause of the contract; the clause is one of clauses.ts, and docs/contract.md lists its tests. */
export function clause(section: string, name: string, tests: () => void): void {
  describe(`${section} ${name}`, tests)
}

/** Tests both endpoints. */
export function inBoth(name: string, test: (endpoint: Endpoint) => Promise<void>): void {
  for (const endpoint of ['list', 'aggregation'] as const) it(`${name} (${endpoint})`, () => test(endpoint))
}
