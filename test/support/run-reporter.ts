import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** From these CPU times on, the report names a test or a file. Seconds. `SHOW_CPU=1` names more. */
const NAMED = process.env.SHOW_CPU === '1' ? { test: 1, file: 1 } : { test: 10, file: 30 }

/** Above these CPU times, a run with `SOJOURN_CPU_LIMITS=1` fails. Seconds. */
const LIMITS = { test: 20, file: 60 }

type Kind = keyof typeof LIMITS

interface Measured {
  readonly kind: Kind
  readonly name: string
  readonly seconds: number
}

/**
 * A Vitest reporter that prints the seed, how to repeat each failure, what takes long, and a last line with the counts
 * of tests. With `SOJOURN_CPU_LIMITS=1` it fails a run in which a test or a file takes too much CPU time.
 */
export default class RunReporter implements Reporter {
  #seed = ''

  onInit({ config }: Vitest): void {
    this.#seed = `SOJOURN_SEED=${config.env.SOJOURN_SEED} SOJOURN_DEPTH=${config.env.SOJOURN_DEPTH}`
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()] as TestCase[])
    const lines = [...repeats(tests, this.#seed), ...slow(modules, tests)]
    // Printed on exit, so that they follow the summary of Vitest.
    process.once('exit', () => console.log([this.#seed, ...lines, counts(modules, tests, errors)].join('\n')))
  }
}

function counts(modules: readonly TestModule[], tests: readonly TestCase[], errors: readonly unknown[]): string {
  const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0, left: 0 }
  // A file that fails to load has no tests, so it counts here.
  for (const module of modules) if (module.state() === 'failed' && module.errors().length > 0) counts.failed++
  for (const test of tests) counts[isLeft(test) ? 'left' : test.result().state]++
  const left = counts.left > 0 ? `, ${counts.left} left to other commits` : ''
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${left}`
}

function isLeft(test: TestCase): boolean {
  return test.result().state === 'skipped' && test.tags.includes('drawn')
}

function repeats(tests: readonly TestCase[], seed: string): string[] {
  return tests
    .filter(test => test.result().state === 'failed')
    .map(test => `To repeat: ${seed} npx vitest run ${test.module.relativeModuleId} -t ${quoted(test.fullName)}`)
}

/** Returns a regular expression that only matches the name, as a word of a shell. */
function quoted(name: string): string {
  const pattern = name.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `'${pattern.replaceAll("'", "'\\''")}'`
}

function slow(modules: readonly TestModule[], tests: readonly TestCase[]): string[] {
  const measured: Measured[] = [
    ...modules.map(one => ({ kind: 'file', name: one.relativeModuleId, seconds: one.meta().cpu ?? 0 }) as const),
    ...tests.map(one => ({ kind: 'test', name: nameOf(one), seconds: one.meta().cpu ?? 0 }) as const),
  ]
  const named = measured.filter(({ kind, seconds }) => seconds > NAMED[kind]).sort((a, b) => b.seconds - a.seconds)
  const tooSlow = named.filter(({ kind, seconds }) => seconds > LIMITS[kind])
  const isFailed = process.env.SOJOURN_CPU_LIMITS === '1' && tooSlow.length > 0
  if (isFailed) process.exitCode = 1
  return [
    ...named.map(({ kind, name, seconds }) => `${seconds.toFixed(1)} s of CPU time: ${kind} ${name}`),
    ...(isFailed ? [`Limits of CPU time: ${LIMITS.test} s for a test, ${LIMITS.file} s for a file.`] : []),
  ]
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId}: ${test.fullName}`
}
