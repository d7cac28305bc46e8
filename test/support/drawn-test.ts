import { it, type TestFunction } from 'vitest'
import { drawing } from './sampling.ts'

/** The part of the drawn tests that a run has. */
const SHARE = Number(process.env.SOJOURN_SHARE)

/**
 * Defines a test that takes long. `npm test` runs some of these, drawn for each commit by their names; a run of chosen
 * files has all of them. Do not use it for a test that every commit must pass.
 */
export function itDrawn(name: string, work: TestFunction): void {
  it(name, { tags: ['drawn'], skip: drawing(name)() >= SHARE }, work)
}
