import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CommandContext, Output } from '../../src/edge/cli/context.ts'
import { run } from '../../src/edge/cli/run.ts'

const page = readFileSync(new URL('../../docs/guides/import.md', import.meta.url), 'utf8')

/** Returns the output of a command that needs only an output. */
async function written(args: readonly string[]): Promise<string> {
  const texts: string[] = []
  const write = (text: string) => Promise.resolve(void texts.push(text))
  const output: Output = { write, isTerminal: false, columns: 100 }
  await run(args, { version: '0.0.0', env: {}, out: output, err: output } as unknown as CommandContext)
  return texts.join('')
}

describe('docs/guides/import.md', () => {
  it('names only options of the command, and all of them', async () => {
    const help = await written(['import', '--help'])
    const named = new Set(page.match(/(?<=[\s`])--(?!data-urlencode|arg|slurpfile)[a-z-]+/g))
    const options = new Set(help.match(/(?<=^ {2})--[a-z-]+/gm))
    expect(named).toEqual(options)
  })

  it('names only existing commands', async () => {
    const help = await written(['--help'])
    const commands = new Set([...page.matchAll(/^sojourn (\w+)/gm)].map(([, name]) => name!))
    expect(commands).toEqual(new Set(['import', 'info']))
    for (const name of commands) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'))
  })
})
