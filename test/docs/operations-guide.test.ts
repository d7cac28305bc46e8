import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../src/access/settings/known-settings.ts'
import { messages } from '../../src/core/base/errors.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { run } from '../../src/edge/cli/run.ts'
import { KEEP_ALIVE } from '../../src/edge/http/limits.ts'
import { createMetrics } from '../../src/edge/http/metrics.ts'
import { recordedOutput, testContext } from '../edge/cli/test-context.ts'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/guides/operations.md', root), 'utf8')

/** Returns the help text of a command. */
async function help(args: readonly string[]): Promise<string> {
  const said = recordedOutput()
  expect(await run([...args, '--help'], { ...testContext(), out: said, err: said }), args.join(' ')).toBe(0)
  return said.text()
}

/** The commands in the code blocks of the page, each with its arguments. */
const commands = [...page.matchAll(/^ *```(?:sh)?\n([\s\S]*?)^ *```$/gm)].flatMap(([, block]) =>
  [...block!.replaceAll('\\\n', ' ').matchAll(/(?<![\w/.:-])sojourn (?!sojourn )([a-z]+ .*)$/gm)].map(
    ([, rest]) => rest!,
  ),
)

describe('docs/guides/operations.md', () => {
  it('names only existing commands and options', async () => {
    expect(commands).toHaveLength(13)
    for (const command of commands) {
      const [, name, sub] = /^(\w+)(?: (add|create|list))?/.exec(command)!
      const documented = await help(sub === undefined ? [name!] : [name!, sub])
      for (const [option] of command.matchAll(/--[a-z-]+/g)) expect(documented, command).toContain(`  ${option} `)
    }
  })

  it('lists all our metrics', async () => {
    const text = await createMetrics().text(
      { long: { running: 0, waiting: 0 }, short: { running: 0, waiting: 0 }, export: { running: 0, waiting: 0 } },
      { bytes: 0, issues: 0, batches: 0, lastImport: null },
      [],
      null,
    )
    const ours = [...text.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name)
    const documented = page.match(/^\| `sojourn_.*?\|/gm)!.flatMap(row => row.match(/sojourn_\w+/g)!)
    expect(documented.toSorted()).toEqual(ours.toSorted())
  })

  it('describes the settings correctly', () => {
    const documented = [...page.matchAll(/`(\w+)` \((\d+)(?: MB)?\)/g)].map(([, name, value]) => [name, Number(value)])
    const defaults: Readonly<Record<string, unknown>> = { ...defaultSettings(UTC) }
    expect(documented.length).toBeGreaterThan(4)
    for (const [name, value] of documented) expect(defaults[name as string], String(name)).toBe(value)
    expect(page).toContain(`for ${KEEP_ALIVE / 1000} seconds`)
  })

  it('names only existing codes and files', () => {
    for (const [, code] of page.matchAll(/`([A-Z]+_[A-Z_]+)`/g))
      if (code !== 'UV_THREADPOOL_SIZE') expect(Object.keys(messages)).toContain(code)
    for (const [, file] of page.matchAll(/(?<=[ "])(deploy\/[\w.]+)/g))
      expect(existsSync(new URL(file!, root))).toBe(true)
  })
})
