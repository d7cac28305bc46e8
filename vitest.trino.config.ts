import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { commitSeed } from './test/support/commit-seed.ts'

/** Runs the oracles and the visibility suites on a Trino node; see scripts/trino.sh. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    fileParallelism: false,
    reporters: ['default', './test/support/run-reporter.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    env: {
      TMPDIR: tmpdir(),
      SOJOURN_SEED: process.env.SOJOURN_SEED ?? String(commitSeed(import.meta.dirname)),
      // A report takes a second there, a flow request several.
      SOJOURN_DEPTH: process.env.SOJOURN_DEPTH ?? '0.1',
      TZ: 'Asia/Kathmandu',
    },
    globalSetup: './test/support/shared-folder.ts',
    setupFiles: ['./test/support/each-file.ts', './test/trino/setup.ts'],
    include: [
      'test/trino/**/*.trino.ts',
      'test/oracle/{oracle,periods,jql-oracle,hidden-issues}.test.ts',
      'test/oracle/flow/{ageing,links,over-time,waits}.test.ts',
      'test/edge/http/visibility*.test.ts',
    ],
  },
})
