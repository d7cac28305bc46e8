import { availableParallelism } from 'node:os'
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

export default defineConfig({
  test: {
    // By default Vitest leaves one core unused, which is half of two cores.
    maxWorkers: availableParallelism(),
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      { extends: true, test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: SHARED } },
    ],
  },
})
