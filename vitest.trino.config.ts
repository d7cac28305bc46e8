import { defineConfig } from 'vitest/config'

/** Runs the oracles and the visibility suites on a Trino node; see scripts/trino.sh. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    fileParallelism: false,
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    // A report takes a second there, a flow request several.
    env: {
      VISIBILITY_EVERY: process.env.VISIBILITY_EVERY ?? '10',
      FLOW_ORACLE_REQUESTS: process.env.FLOW_ORACLE_REQUESTS ?? '1',
    },
    setupFiles: ['./test/trino/setup.ts'],
    include: [
      'test/trino/**/*.trino.ts',
      'test/oracle/{oracle,periods,jql-oracle,hidden-issues}.test.ts',
      'test/oracle/flow/{ageing,links,over-time,waits}.test.ts',
      'test/http/visibility*.test.ts',
    ],
  },
})
