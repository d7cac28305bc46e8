import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { plain } from '../../../src/store/sql/sql.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { IS_DEEP } from '../../support/sampling.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { MemoryTracker } from './memory-tracker.ts'
import { HOUR, MINUTE, SyncedStore } from './synced-store.ts'

/** Rounds of 12 hours; of one hour in the short run. */
const ROUNDS = IS_DEEP ? 144 : 12

const ISSUES = IS_DEEP ? 50 : 10

function bytesIn(dir: string): number {
  return readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)
}

itDrawn('rounds of many hours do not make the files of a store grow', () =>
  withTemporaryStore(async store => {
    const tracker = new MemoryTracker()
    tracker.addProject('1', 'WEB')
    for (let i = 0; i < ISSUES; i++) tracker.addIssue('1')
    const one = await SyncedStore.over(store, tracker)
    one.wait(HOUR)
    await one.round()
    const sizes: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      one.wait(5 * MINUTE)
      // One issue changes back and forth, every second round.
      if (i % 2 === 0) tracker.update('10001', { status: i % 4 === 0 ? '2' : '1', updated: tracker.now })
      expect((await one.round()).state).toBe('live')
      await store.query(plain('checkpoint')).catch(() => {})
      sizes.push(bytesIn(store.dir))
    }
    const third = Math.floor(ROUNDS / 3)
    expect(Math.max(...sizes.slice(-third))).toBeLessThanOrEqual(1.25 * Math.max(...sizes.slice(0, third)))
    expect(readdirSync(store.dir).sort()).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home', 'store.json'])
  }),
)
