import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/edge/cli/run.ts'
import { testContext } from '../edge/cli/test-context.ts'
import { commandHere } from '../support/command-here.ts'
import { demoFolder } from '../support/demo-store.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const read = (page: string) => readFileSync(new URL(`../../docs/guides/${page}`, import.meta.url), 'utf8')
const page = read('shells.md')

/** The code blocks for PowerShell, with a line for each statement. */
const statements = [...page.matchAll(/^```powershell\n(.*?)^```$/gms)].flatMap(([, block]) =>
  block!
    .replaceAll(/`\n\s*/g, '')
    .trimEnd()
    .split('\n'),
)

/** Splits a command of PowerShell into its arguments. Throws for characters that it does not take as they are. */
function argsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => {
    if (/[,;&|<>(){}@$"'`#]/.test(bare)) throw new Error(`PowerShell needs quotes: ${bare}`)
    return quoted ?? bare
  })
}

describe('docs/guides/shells.md', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  beforeAll(() => demoFolder(store))

  it('has commands for PowerShell that work', async () => {
    const env: Record<string, string> = {}
    const commands: string[][] = []
    for (const statement of statements) {
      const [, name, value] = /^\$env:(\w+) = '([^']*)'$/.exec(statement) ?? []
      if (name !== undefined) env[name] = value!
      else commands.push(argsOf(statement))
    }
    expect(commands.map(([program, command]) => `${program} ${command}`)).toEqual([
      ...['sojourn demo', 'sojourn export', 'sojourn flow', 'sojourn config'],
    ])
    // The store has the demo already.
    for (const [, ...args] of commands.slice(1)) {
      const context = testContext({ folder, env, now: () => Date.now() })
      expect([await run([...args, '--store', store], context), context.err.text()]).toEqual([0, expect.any(String)])
      if (args[0] === 'config') expect(JSON.parse(context.out.text()).timeZone.value).toBe('Europe/Berlin')
    }
  })
})

describe('the report of every Monday in docs/guides/saved-reports.md', () => {
  it('is written by a command that exists, on a Monday, with escaped percent signs', async () => {
    const guide = read('saved-reports.md')
    const [, when, command] = /^(\S+ \S+ \S+ \S+ \S+) sojourn sojourn (view rows .*)$/m.exec(guide)!
    expect(when).toBe('0 7 * * 1')
    expect(command).not.toMatch(/(?<!\\)%/)
    const [, action] = /\/tr "node \S+ (view rows .*)"$/m.exec(guide)!
    const help = await commandHere('view', 'rows', '--help')
    for (const words of [command!, action!])
      for (const [option] of words.matchAll(/(?<= )--?[a-z]+/g))
        expect(help).toMatch(new RegExp(`^ +.*${option}\\b`, 'm'))
  })
})
