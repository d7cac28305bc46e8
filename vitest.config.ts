import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Folders whose files share the imported modules of a worker. Importing them for each file takes longer than most tests. */
const SHARED = [
  ...[
    'access',
    'admin',
    'base',
    'calendars',
    'connections',
    'contract',
    'docs',
    'fields',
    'history',
    'http',
    'imports',
  ],
  ...['jql', 'measure', 'plan', 'queries', 'reports', 'scripts', 'settings', 'source', 'sql', 'support', 'table'],
  ...['time', 'web', 'workspace'],
].map(folder => `test/${folder}/**/*.test.ts`)

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

export default defineConfig({
  test: {
    env: { TMPDIR: temporaryFolder() },
    // By default Vitest leaves one core unused, which is half of two cores.
    maxWorkers: availableParallelism(),
    reporters: ['default', './test/support/count-reporter.ts'],
    // A test that takes 20 seconds alone may take three times as long next to others.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      { extends: true, test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: SHARED } },
    ],
  },
})
