import { expect } from 'vitest'
import { run } from '../../src/edge/cli/run.ts'
import { testContext } from '../edge/cli/test-context.ts'

/** Runs a command in this process, which must be successful, and returns its output. Next to a server it connects to it. */
export async function commandHere(...args: readonly string[]): Promise<string> {
  const context = testContext({ now: () => Date.now() })
  const code = await run(args, context)
  expect(code, `${args.join(' ')}: ${context.err.text()}`).toBe(0)
  return context.out.text()
}
