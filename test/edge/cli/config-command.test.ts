import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SettingValues, settingNames } from '../../../src/access/settings/known-settings.ts'
import type { Environment } from '../../../src/edge/cli/context.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { smallFolder } from '../../support/small-store.ts'
import { smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(() => folder.forget())

function settingsFile(settings: unknown, name = 'sojourn.config.json'): string {
  const path = join(folder.path, name)
  writeFileSync(path, JSON.stringify(settings))
  return path
}

/** Returns the lines of `sojourn config`, as cells. */
async function lines(args: readonly string[], parts: Partial<Environment> = {}): Promise<Record<string, string[]>> {
  const context = testContext({ folder: folder.path, ...parts })
  expect(await run(['config', ...args], context), context.err.text()).toBe(0)
  const rows = context.out.text().trimEnd().split('\n')
  return Object.fromEntries(rows.map(row => row.split(/ {2,}/)).map(([name, ...cells]) => [name!, cells]))
}

describe('sojourn config', () => {
  it('shows each setting in effect, and its origin', async () => {
    const path = settingsFile({ locale: 'de-DE', port: 81, listTimeoutSeconds: 10 })
    const env = { SOJOURN_TIME_ZONE: 'Asia/Tokyo', PORT: '82', SOJOURN_AGGREGATIONS_PER_USER: '5' }
    const shown = await lines(['--port', '83', '--base-path', '/jira/', '--access', 'tokens'], { env })
    expect(Object.keys(shown)).toEqual(settingNames)
    const given = Object.entries(shown).filter(([, [, origin]]) => origin !== 'default')
    expect(Object.fromEntries(given)).toEqual({
      port: ['83', 'flag --port'],
      basePath: ['/jira', 'flag --base-path'],
      timeZone: ['Asia/Tokyo', 'environment SOJOURN_TIME_ZONE'],
      locale: ['de-DE', `file ${path}`],
      access: ['tokens', 'flag --access'],
      listTimeoutSeconds: ['10', `file ${path}`],
      aggregationsPerUser: ['5', 'environment SOJOURN_AGGREGATIONS_PER_USER'],
    })
    expect(shown).toMatchObject({ host: ['127.0.0.1', 'default'], dateFormat: ['(not set)', 'default'] })
  })

  it('shows the same as JSON', async () => {
    const context = testContext({ env: { SOJOURN_MEMORY_MB: '512' } })
    expect(await run(['config', '--json', '--time-zone', 'UTC', '--date-format', 'yyyy'], context)).toBe(0)
    expect(JSON.parse(context.out.text())).toMatchObject({
      store: { value: './sojourn-data', source: 'default' },
      timeZone: { value: 'UTC', source: 'flag', name: '--time-zone' },
      memoryMb: { value: 512, source: 'environment', name: 'SOJOURN_MEMORY_MB' },
      dateFormat: { value: 'yyyy', source: 'flag', name: '--date-format' },
      dateTimeFormat: { value: null, source: 'default' },
    })
  })

  it('prefers the file of --config to that of SOJOURN_CONFIG, and that to the one in the folder', async () => {
    settingsFile({ app: 'folder' })
    const named = settingsFile({ app: 'variable' }, 'variable.json')
    const typed = settingsFile({ app: 'flag' }, 'flag.json')
    expect((await lines([])).app?.[0]).toBe('folder')
    expect((await lines([], { env: { SOJOURN_CONFIG: '' } })).app?.[0]).toBe('folder')
    expect((await lines([], { env: { SOJOURN_CONFIG: named } })).app).toEqual(['variable', `file ${named}`])
    expect((await lines(['--config', typed], { env: { SOJOURN_CONFIG: named } })).app?.[0]).toBe('flag')
  })

  it('reports all errors of file, environment and flags at once, and exits with 2', async () => {
    const path = settingsFile({ prot: 80, locale: 'de_DE' })
    const context = testContext({ folder: folder.path, env: { SOJOURN_TIME_ZONE: 'Mars' } })
    expect(await run(['config', '--port', 'http'], context)).toBe(2)
    expect(context.out.text()).toBe('')
    expect(context.err.text().trimEnd().split('\n')).toEqual([
      'The settings are invalid:',
      `- ${path}: 'prot' is not a setting. Did you mean 'port'?`,
      `- ${path}: locale: 'de_DE' is not allowed. Allowed: a language tag such as en-US or de-DE.`,
      expect.stringMatching(/^- SOJOURN_TIME_ZONE: 'Mars' is not allowed\./),
      expect.stringMatching(/^- --port: 'http' is not allowed\./),
    ])
  })

  it('rejects a named file that does not exist, or is not a file', async () => {
    const missing = testContext()
    expect(await run(['config', '--config', join(folder.path, 'none.json')], missing)).toBe(2)
    expect(missing.err.text()).toContain('none.json: cannot be read: there is no such file.')
    mkdirSync(join(folder.path, 'sojourn.config.json'))
    const directory = testContext({ folder: folder.path })
    expect(await run(['config'], directory)).toBe(2)
    expect(directory.err.text()).toContain('cannot be read: it is a directory.')
  })

  it('has help with examples', async () => {
    const context = testContext()
    expect(await run(['config', '--help'], context)).toBe(0)
    expect(context.out.text()).toMatch(/--time-zone <zone> .*[\s\S]*Examples:\n {2}sojourn config/)
  })
})

describe('the settings of other commands', () => {
  it('apply to a server', async () => {
    const started: SettingValues[] = []
    const store = join(folder.path, 'store')
    await smallFolder(store)
    settingsFile({ store: './store', basePath: '/jira', app: 'x', dateFormat: 'yyyy' })
    const context = testContext({
      folder: folder.path,
      env: { LOG_LEVEL: 'warn' },
      startServer: async (_workspace, settings) => {
        started.push(settings)
        setImmediate(() => context.stop())
        return { port: settings.port, stop: async () => {} }
      },
    })
    expect(await run(['start', '--host', '::1', '--time-zone', 'Asia/Tokyo'], context)).toBe(0)
    expect(started).toMatchObject([
      {
        store,
        host: '::1',
        port: 8080,
        app: 'x',
        basePath: '/jira',
        dateFormat: 'yyyy',
        logLevel: 'warn',
        timeZone: { name: 'Asia/Tokyo' },
      },
    ])
    expect(context.out.text()).toContain('http://[::1]:8080/jira/rest/x/report/1.0/api/')
  })

  it('apply to reports, and to DuckDB', async () => {
    settingsFile({ store: './store', dateTimeFormat: "yyyy 'from the file'", memoryMb: 100 })
    await smallFolder(join(folder.path, 'store'))
    const issues = join(folder.path, 'issues.jsonl')
    writeFileSync(issues, smallTracker())
    const used: SettingValues[] = []
    const usual = testContext().open
    const parts: Partial<Environment> = {
      folder: folder.path,
      open: (dir, options, settings) => {
        used.push(settings)
        return usual(dir, options, settings)
      },
    }
    expect(await run(['import', issues], testContext(parts))).toBe(0)
    const context = testContext(parts)
    const request = 'filterType=project projectKey=WEB columnsBy=statusCount'.split(' ')
    expect(await run(['report', 'list', ...request], context)).toBe(0)
    expect(JSON.parse(context.out.text())).toMatchObject({ reportDate: '2024 from the file' })
    expect(used.map(({ memoryMb }) => memoryMb)).toEqual([100, 100])
  })

  it('are validated first', async () => {
    settingsFile({ store: './store', memoryMb: 1 })
    const context = testContext({ folder: folder.path, open: async () => Promise.reject(new Error('was opened')) })
    expect(await run(['demo'], context)).toBe(2)
    expect(context.err.text()).toContain('memoryMb: ')
  })

  it('do not block commands that need none', async () => {
    settingsFile({ memoryMb: 1 })
    expect(await run(['jql', 'parse', 'project = WEB'], testContext({ folder: folder.path }))).toBe(0)
    expect(await run(['serve', '--help'], testContext({ folder: folder.path }))).toBe(0)
  })
})
