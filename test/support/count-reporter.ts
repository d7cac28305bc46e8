import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** A Vitest reporter whose last line has the counts of tests. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      // A file that fails to load has no tests, so it counts here.
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed++
      for (const test of module.children.allTests()) counts[(test as TestCase).result().state]++
    }
    // Printed on exit, so that it follows the summary of Vitest.
    process.once('exit', () =>
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`),
    )
  }
}
