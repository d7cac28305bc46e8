import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Suites that `npm run test:all` runs besides: they are not finished yet, and npm test has to be green. */
const BY_HAND = ['test/browser/**', 'test/fuzz/**']

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.SOJOURN_SUITES === 'all' ? [] : BY_HAND)],
    // By itself Vitest leaves one core alone, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
