import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Ends a run with one line of counts, whatever else was printed. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      // A file that could not be loaded has no tests to fail.
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed++
      for (const test of module.children.allTests()) counts[(test as TestCase).result().state]++
    }
    // On exit: after vitest's own summary.
    process.once('exit', () =>
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`),
    )
  }
}
