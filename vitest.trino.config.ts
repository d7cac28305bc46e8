import { defineConfig } from 'vitest/config'

/** Runs the oracles and the visibility suites on a Trino node; see scripts/trino.sh. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    fileParallelism: false,
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    // A report takes a second there.
    env: { VISIBILITY_EVERY: process.env.VISIBILITY_EVERY ?? '10' },
    setupFiles: ['./test/trino/setup.ts'],
    include: [
      'test/trino/**/*.trino.ts',
      'test/oracle/{oracle,jql-oracle,hidden-issues}.test.ts',
      'test/http/visibility*.test.ts',
    ],
  },
})
