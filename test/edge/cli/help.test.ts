import { describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { testContext } from './test-context.ts'

async function helpOf(...args: string[]): Promise<string> {
  const context = testContext()
  expect(await run([...args, '--help'], context)).toBe(0)
  return context.out.text()
}

/** Returns the names of the commands in a help text. */
function commandsIn(help: string): string[] {
  const [, list = ''] = /\nCommands:\n((?: .*\n)*)/.exec(help) ?? []
  return list.split('\n').flatMap(line => /^ {2}([a-z]+)/.exec(line)?.[1] ?? [])
}

describe('the help of every command', () => {
  it('has sentences that fit a terminal of 80 columns; examples may be longer', async () => {
    const names = commandsIn(await helpOf()).filter(name => name !== 'help')
    expect(names.length).toBeGreaterThan(15)
    for (const name of names) {
      const help = await helpOf(name)
      const [sentences = ''] = help.split('\nExamples:\n')
      expect([name, sentences.split('\n').filter(line => line.length > 80)]).toEqual([name, []])
    }
  })

  it('is suggested after an error', async () => {
    const context = testContext()
    expect(await run(['import', '--nothing'], context)).toBe(2)
    expect(context.err.text()).toMatch(/\n\(run with --help for usage\)\n$/)
  })
})
