import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { commitSeed } from './test/support/commit-seed.ts'

const MEMORY_FOLDER = '/dev/shm'

/** The stores of the tests that run at once need less. Bytes. */
const ENOUGH = 4e9

/**
 * Returns the folder of temporary files. The tests create thousands of stores, and each commit waits for the disk, so a
 * file system in memory makes them about twice as fast.
 */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return process.env.TMPDIR || bavail * bsize < ENOUGH ? tmpdir() : MEMORY_FOLDER
  } catch {
    return tmpdir()
  }
}

/**
 * The folders that `npm run test:quick` leaves out: a browser, processes, faults, live connections, files, and the
 * definitions compared as a whole. The contract and the parts of the engine are left.
 */
const SLOW = [
  ...['app/{exports,lake,views,workspace}/**', 'browser/**', 'compatibility/**', 'deploy/**', 'docs/**', 'faults/**'],
  ...['edge/{cli,control,http}/**', 'fuzz/**', 'intake/{connections,imports,sync}/**', 'oracle/**', 'real/**'],
  ...['reports/{calendars,flow,report}/**', 'store/*.test.ts', 'store/trino/**'],
].map(path => `test/${path}`)

/** How many times the usual number of generated cases each mode tries; a run of chosen files tries the usual number. */
const DEPTHS: Readonly<Record<string, number>> = { quick: 0.2, usual: 0.4, long: 2 }

/** The part of the tests with the tag `drawn` that each mode runs; others run all. */
const SHARES: Readonly<Record<string, number>> = { usual: 0.1 }

export default defineConfig(({ mode }) => {
  const seed = process.env.SOJOURN_SEED ?? commitSeed(import.meta.dirname)
  const depth = process.env.SOJOURN_DEPTH ?? DEPTHS[mode] ?? 1
  return {
    test: {
      env: {
        TMPDIR: temporaryFolder(),
        SOJOURN_SEED: String(seed),
        SOJOURN_DEPTH: String(depth),
        SOJOURN_SHARE: String(process.env.SOJOURN_SHARE ?? SHARES[mode] ?? 1),
        // 5 h 45 min ahead of UTC: code that reads the zone of the machine fails.
        TZ: 'Asia/Kathmandu',
      },
      include: ['test/**/*.test.ts'],
      exclude: mode === 'quick' ? SLOW : [],
      tags: [{ name: 'drawn', description: 'Takes long: npm test runs a sample of these.' }],
      globalSetup: './test/support/shared-folder.ts',
      setupFiles: ['./test/support/each-file.ts'],
      // The files of a worker share the imported modules. Importing them for each file takes longer than most tests.
      isolate: false,
      // By default Vitest leaves one core unused, which is half of two cores.
      maxWorkers: availableParallelism(),
      reporters: ['default', './test/support/run-reporter.ts'],
      // Ends a hang. It does not measure.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 120_000, interval: 10 } },
    },
  }
})
