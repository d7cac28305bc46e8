import { describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { testWorld } from './test-world.ts'

async function helpOf(...words: string[]): Promise<string> {
  const world = testWorld()
  expect(await run([...words, '--help'], world)).toBe(0)
  return world.out.text()
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
    const world = testWorld()
    expect(await run(['import', '--nothing'], world)).toBe(2)
    expect(world.err.text()).toMatch(/\n\(run with --help for usage\)\n$/)
  })
})
