import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SettingValues } from '../../../src/access/settings/known-settings.ts'
import { UserError } from '../../../src/core/base/errors.ts'
import type { Environment } from '../../../src/edge/cli/context.ts'
import { run } from '../../../src/edge/cli/run.ts'
import type { ImportSummary } from '../../../src/intake/imports/import-histories.ts'
import { demoFolder } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { sample } from '../../support/sampling.ts'
import { smallFolder } from '../../support/small-store.ts'
import { LISTS, smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
let store: string

beforeEach(() => {
  folder = temporaryFolder()
  store = join(folder.path, 'store')
})

afterEach(() => folder.forget())

function file(name: string, text: string): string {
  const path = join(folder.path, name)
  writeFileSync(path, text)
  return path
}

const REPORT = 'filterType=project projectKey=WEB columnsBy=statusDuration calendar=normalHours viewFormat=hours'.split(
  ' ',
)

describe('sojourn', () => {
  it('shows its version', async () => {
    const context = testContext()
    expect(await run(['--version'], context)).toBe(0)
    expect(context.out.text()).toBe('9.8.7\n')
  })

  it.each(['start', 'import', 'report', 'serve', 'info', 'demo'])('has help with examples for %s', async command => {
    const forms = [
      [command, '--help'],
      ['help', command],
    ]
    for (const args of sample(`help ${command}`, forms, 1)) {
      const context = testContext()
      expect(await run(args, context)).toBe(0)
      expect(context.out.text()).toMatch(
        new RegExp(`Usage: sojourn ${command}[\\s\\S]*Examples:\n  .*sojourn ${command}`),
      )
    }
  })

  it('suggests similar commands and options', async () => {
    const command = testContext()
    expect(await run(['imprt'], command)).toBe(2)
    expect(command.err.text()).toContain('(Did you mean import?)')
    const option = testContext()
    expect(await run(['serve', '--prot', '80'], option)).toBe(2)
    expect(option.err.text()).toContain('(Did you mean --port?)')
  })

  it.each([
    ['frobnicate --store x', 'frobnicate'],
    ['frobnicate --help', 'frobnicate'],
    ['help frobnicate', 'frobnicate'],
    ['calendar frobnicate 1', 'frobnicate'],
    ['calendar frobnicate --help', 'frobnicate'],
    ['calendar help frobnicate', 'frobnicate'],
    ['help calendar frobnicate', 'frobnicate'],
    ['help', null],
    ['help calendar explain', null],
    ['report --help list', null],
  ])('names an unknown command: %s', async (words, unknown) => {
    const context = testContext()
    expect(await run(words.split(' '), context)).toBe(unknown === null ? 0 : 2)
    const named = `error: unknown command '${unknown}'\n`
    if (unknown === null) expect(context.err.text()).toBe('')
    else expect([context.err.text().slice(0, named.length), context.out.text()]).toEqual([named, ''])
    if (words === 'help calendar explain') expect(context.out.text()).toContain('Usage: sojourn calendar explain')
  })

  it('shows an internal error in full', async () => {
    const context = testContext({ open: async () => Promise.reject(new Error('a bug')) })
    expect(await run(['info'], context)).toBe(1)
    expect(context.err.text()).toMatch(/^Something went wrong inside Sojourn[\s\S]*a bug\n {4}at /)
  })
})

describe('sojourn import', () => {
  it('imports files, and reports the result', async () => {
    const context = testContext()
    const issues = file('issues.jsonl', smallTracker())
    expect(await run(['import', issues, '--store', store], context)).toBe(0)
    expect(context.out.text()).toMatch(
      /^Imported 3 issues from 1 file into .*\n {2}3 new, 0 replaced, 0 unchanged\n {2}3 changes\n {2}15 stays\n {2}0 issues/,
    )
    expect(context.err.text()).toBe('')
  })

  it('leaves the store unchanged on a second run', async () => {
    await smallFolder(store)
    const issues = file('issues.jsonl', smallTracker())
    const facts: string[] = []
    for (const args of [['info'], ['import', issues], ['info']]) {
      const context = testContext()
      expect(await run([...args, '--store', store], context)).toBe(0)
      if (args[0] === 'info') facts.push(context.out.text().replace(/^.*\n/, ''))
    }
    expect(facts[0]).toContain('3 issues')
    expect(facts[1]).toBe(facts[0])
  })

  it('reads the standard input', async () => {
    const context = testContext({
      stdin: async function* () {
        yield Buffer.from(smallTracker())
      },
    })
    expect(await run(['import', '-', '--store', store], context)).toBe(0)
    expect(context.out.text()).toContain('Imported 3 issues')
  })

  it('keeps the files before an unreadable one, and nothing of that one', async () => {
    const good = file('good.jsonl', smallTracker())
    const bad = file(
      'bad.jsonl',
      `${smallTracker().replaceAll('WEB', 'APP').replaceAll('"id":"10', '"id":"20')}\nnot json`,
    )
    const context = testContext()
    expect(await run(['import', good, bad, '--store', store], context)).toBe(1)
    expect(context.err.text()).toMatch(/bad\.jsonl: line 4: not JSON.*Nothing of this file was kept/)
    expect(context.out.text()).toContain('Imported 3 issues from 1 file')
    const info = testContext()
    await run(['info', '--store', store], info)
    expect(info.out.text()).toContain('1 project:\n    WEB  Web Shop: 3 issues\n')
  })

  itDrawn('skips unreadable input when asked to', async () => {
    const bad = file('bad.jsonl', `${smallTracker()}\nnot json\n{"key":"WEB-9"}`)
    const context = testContext()
    expect(await run(['import', bad, '--skip-invalid', '--store', store], context)).toBe(0)
    expect(context.out.text()).toContain('Imported 3 issues')
    expect(context.out.text()).toMatch(
      /2 items skipped:\n {4}.*bad\.jsonl: line 4: not JSON.*\n {4}.*line 5: not an issue/,
    )
  })

  it('leaves out invalid parts of issues when asked to, and names them', async () => {
    const [first, ...others] = smallTracker().split('\n')
    const broken = JSON.parse(first!)
    broken.fields.resolutiondate = 'soon'
    broken.changelog.histories.push({ id: '99', created: 'later', items: [] }, 7)
    const bad = file('bad.jsonl', [JSON.stringify(broken), ...others].join('\n'))
    const refused = testContext()
    expect(await run(['import', bad, '--store', store], refused)).toBe(1)
    expect(refused.err.text()).toMatch(/bad\.jsonl: line 1: fields\.resolutiondate 'soon' is not a date-time/)
    const context = testContext()
    expect(await run(['import', bad, '--skip-invalid', '--store', store], context)).toBe(0)
    expect(context.out.text()).toContain('Imported 3 issues')
    expect(context.out.text()).toContain('  1 issue with a repaired history\n')
    expect(context.out.text()).toMatch(
      /3 invalid parts left out; the issues are repaired:\n {4}.*bad\.jsonl: line 1: WEB-\d+: fields\.resolutiondate 'soon'/,
    )
    const repairs = testContext()
    await run(['repairs', '--store', store], repairs)
    expect(repairs.out.text()).toMatch(/A value, item or log entry of the export is invalid\.\n {2}Where: {4}1 issue\n/)
  })

  it('leaves out an issue without id, key or created as a whole', async () => {
    const [first, second, third] = smallTracker().split('\n')
    const without = (
      text: string,
      change: (issue: { id?: string; key?: string; fields: { created?: string } }) => void,
    ) => {
      const issue = JSON.parse(text)
      change(issue)
      return JSON.stringify(issue)
    }
    const bad = file(
      'bad.jsonl',
      [
        without(first!, issue => delete issue.id),
        without(second!, issue => {
          issue.fields.created = 'never'
        }),
        third,
      ].join('\n'),
    )
    const context = testContext()
    expect(await run(['import', bad, '--skip-invalid', '--store', store], context)).toBe(0)
    expect(context.out.text()).toContain('Imported 1 issue')
    expect(context.out.text()).toContain('2 items skipped')
    expect(context.out.text()).not.toContain('left out')
  })

  it('skips texts, CSV, Markdown and pictures in a folder, by name or content, with a line each', async () => {
    const names = ['export/a.jsonl', 'export/notes.TXT', 'export/table.csv', 'export/README.md', 'export/logo.png']
    mkdirSync(join(folder.path, 'export'), { recursive: true })
    for (const name of names.slice(1)) file(name, '{}')
    file(names[0]!, smallTracker())
    file('export/plan', 'The plan of the export')
    file('export/list', 'Key,Summary\nWEB-1,One')
    file('export/heading', '# Export')
    file('export/picture', 'GIF89a\0')
    const context = testContext()
    expect(await run(['import', join(folder.path, 'export'), '--store', store], context)).toBe(0)
    expect(context.out.text()).toContain('Imported 3 issues from 1 file')
    const lines = context.err
      .text()
      .split('\n')
      .filter(line => line.startsWith('Skipped'))
    expect(lines.map(line => line.replace(/^Skipped .*export\//, ''))).toEqual([
      'README.md: it is a Markdown file.',
      'heading: it is a Markdown file.',
      'list: it is a CSV file.',
      'logo.png: it is a picture.',
      'notes.TXT: it is a text file.',
      'picture: it is a picture.',
      'plan: it is a text file.',
      'table.csv: it is a CSV file.',
    ])
  })

  it('refuses JSON without issues in a folder, broken JSON, and a text that was named', async () => {
    mkdirSync(join(folder.path, 'export'), { recursive: true })
    const notes = file('export/notes.txt', 'The plan of the export')
    const failed = async (path: string) => {
      const context = testContext()
      expect(await run(['import', path, '--store', store], context)).toBe(1)
      return context.err.text()
    }
    expect(await failed(notes)).toMatch(/notes\.txt: line 1: not JSON/)
    expect(await failed(join(folder.path, 'export'))).toContain('only texts, CSV, Markdown or pictures')
    file('export/a.jsonl', smallTracker())
    file('export/page', '"issues": [{')
    expect(await failed(join(folder.path, 'export'))).toMatch(/page: line 1: not JSON/)
    file('export/page', '{"issues":[],"total":0}')
    expect(await failed(join(folder.path, 'export'))).toMatch(/page.* holds no issues/)
  })

  it('imports the lists of the tracker, with files or alone', async () => {
    const statuses = file('statuses.json', LISTS.statuses.text)
    const users = file('users.json', JSON.stringify([{ name: 'ada', displayName: 'Ada Lovelace' }]))
    const groups = file('groups.json', JSON.stringify({ compilers: ['ada'] }))
    const issues = file('issues.jsonl', smallTracker())
    await run(['import', issues, '--statuses', statuses, '--store', store], testContext())
    const context = testContext()
    expect(await run(['import', '--users', users, '--groups', groups, '--store', store], context)).toBe(0)
    expect(context.out.text()).toContain('Imported the lists')
    const info = testContext()
    await run(['info', '--store', store], info)
    expect(info.out.text()).toContain('3 statuses, 1 user, 1 group')
  })

  it('rejects an invalid list before anything is imported', async () => {
    const statuses = file('statuses.json', '[{"id":"1"}]')
    const issues = file('issues.jsonl', smallTracker())
    const context = testContext()
    expect(await run(['import', issues, '--statuses', statuses, '--store', store], context)).toBe(1)
    expect(context.err.text()).toMatch(/statuses\.json: element 1 has no name/)
    expect(await run(['info', '--store', store], testContext())).toBe(1)
  })

  it('rejects a missing file before anything is imported', async () => {
    const context = testContext()
    const issues = file('issues.jsonl', smallTracker())
    expect(await run(['import', issues, join(folder.path, 'none'), '--store', store], context)).toBe(1)
    expect(context.err.text()).toMatch(/none: cannot be read: there is no such file\./)
    expect(await run(['info', '--store', store], testContext())).toBe(1)
  })

  it.each([
    ['an empty file', '', /holds no issues/],
    ['an empty page', '{"issues":[],"total":0}', /holds no issues/],
    ['a CSV file', 'Issue key,Summary\nWEB-1,One\n', /is a CSV file.*no change logs.*import\.md/],
    ['a page of HTML', '<!doctype html><title>Log in</title>', /is an HTML page.*sign-in/],
    [
      'issues without change logs',
      smallTracker().replaceAll('"changelog"', '"log"'),
      /none of its 3 issues has a change log/,
    ],
  ])('rejects %s, also with --skip-invalid, and leaves no empty store behind', async (_what, text, message) => {
    const path = file('issues.json', text)
    for (const args of sample(text, [[], ['--skip-invalid']], 1)) {
      const context = testContext()
      expect(await run(['import', path, ...args, '--store', store], context)).toBe(1)
      expect(context.err.text()).toMatch(message)
      expect(existsSync(store)).toBe(false)
    }
  })

  it('rejects a file without readable content, with the first reason', async () => {
    const context = testContext()
    const bad = file('bad.jsonl', 'not json\n{"key":"WEB-9"}')
    expect(await run(['import', bad, '--skip-invalid', '--store', store], context)).toBe(1)
    expect(context.err.text()).toMatch(/bad\.jsonl: nothing could be read\. line 1: not JSON/)
  })

  it('keeps a non-empty store when an import into it fails', async () => {
    await smallFolder(store)
    expect(await run(['import', file('empty.json', ''), '--store', store], testContext())).toBe(1)
    expect(await run(['info', '--store', store], testContext())).toBe(0)
  })

  it('imports the files of a folder, but not its lists and hidden files', async () => {
    const exported = join(folder.path, 'export')
    mkdirSync(join(exported, 'more'), { recursive: true })
    const lines = smallTracker().split('\n')
    file('export/page-1.jsonl', lines[0]!)
    file('export/more/page-2.json', lines.slice(1).join('\n'))
    file('export/.DS_Store', 'binary')
    const statuses = file('export/statuses.json', LISTS.statuses.text)
    const context = testContext()
    expect(await run(['import', exported, '--statuses', statuses, '--store', store], context)).toBe(0)
    expect(context.out.text()).toContain('Imported 3 issues from 2 files')
    mkdirSync(join(folder.path, 'none'))
    const empty = testContext()
    expect(await run(['import', join(folder.path, 'none'), '--store', store], empty)).toBe(1)
    expect(empty.err.text()).toContain('the folder holds no files')
  })

  it('reports the size of an incomplete export', async () => {
    const issues = smallTracker()
      .split('\n')
      .map(line => JSON.parse(line))
    const part = file('part.json', JSON.stringify({ startAt: 0, total: 501, issues }))
    await smallFolder(store)
    const context = testContext()
    expect(await run(['import', part, '--store', store], context)).toBe(1)
    expect(context.err.text()).toContain('3 of 501 issues; the export is incomplete')
    expect(context.out.text()).toContain('Imported 3 issues')
    expect(await run(['import', part, '--partial', '--store', store], testContext())).toBe(0)
  })

  it('reports how many issues of a truncated page were imported', async () => {
    const issues = smallTracker()
      .split('\n')
      .map(line => JSON.parse(line))
    const text = JSON.stringify({ startAt: 0, total: 33, issues })
    const part = file('part.json', text.slice(0, text.indexOf('"WEB-3"')))
    const refused = testContext()
    expect(await run(['import', part, '--store', store], refused)).toBe(1)
    expect(refused.err.text()).toContain('the file is cut off after 2 whole issues; export or copy it again.')
    const skipped = testContext()
    expect(await run(['import', part, '--skip-invalid', '--store', store], skipped)).toBe(1)
    expect(skipped.err.text()).toContain('2 of 33 issues; the export is incomplete')
    expect(skipped.out.text()).toContain('Imported 2 issues')
    const options = ['--skip-invalid', '--partial', '--store', store]
    expect(await run(['import', part, ...options], testContext())).toBe(0)
  })

  it('requires an input', async () => {
    const context = testContext()
    expect(await run(['import', '--store', store], context)).toBe(2)
    expect(context.err.text()).toContain('give a FILE to import')
  })

  itDrawn('keeps nothing of a file when it is stopped while waiting for input', async () => {
    await smallFolder(store)
    const context = testContext({
      stdin: async function* () {
        yield Buffer.from(smallTracker().replaceAll('"id":"10', '"id":"30').replaceAll('WEB', 'OPS'))
        context.stop(new UserError('IMPORT_STOPPED'))
        await new Promise(() => {})
      },
    })
    expect(await run(['import', '-', '--store', store], context)).toBe(130)
    expect(context.err.text()).toContain('The import was stopped.')
    const info = testContext()
    await run(['info', '--store', store], info)
    expect(info.out.text()).toContain('after 1 import)\n  3 issues')
  })
})

describe('sojourn report', () => {
  beforeEach(() => smallFolder(store))

  it('prints the response of the HTTP endpoint', async () => {
    const context = testContext()
    expect(await run(['report', 'list', ...REPORT, 'outputType=csv', '--store', store], context)).toBe(0)
    expect(context.out.text()).toBe(
      [
        '"Key","Summary","Open","Doing","Done"',
        '"WEB-3","Issue 3","216.0","-","-"',
        '"WEB-2","Issue 2","192.0","24.0","-"',
        '"WEB-1","Issue 1","24.0","24.0","168.0"',
        '',
      ].join('\r\n'),
    )
    expect(context.err.text()).toBe('')
  })

  it('prints the report of one issue, with the key first', async () => {
    const context = testContext()
    const args = 'columnsBy=statusDuration calendar=normalHours viewFormat=hours outputType=csv'.split(' ')
    expect(await run(['report', 'issue', 'web-1', ...args, '--store', store], context)).toBe(0)
    expect(context.out.text()).toBe(
      '"Key","Summary","Open","Doing","Done"\r\n"WEB-1","Issue 1","24.0","24.0","168.0"\r\n',
    )
    const named = testContext()
    expect(await run(['report', 'issue', ...args, 'issueKey=WEB-1', '--store', store], named)).toBe(0)
    expect(named.out.text()).toBe(context.out.text())
    for (const [wrong, message] of [
      [['WEB-9', ...args], "ERROR: issueKey 'WEB-9' is not the key of an issue.\n"],
      [args, 'ERROR: issueKey is required.\n'],
      [['WEB-1', 'WEB-2', ...args], "'WEB-2' is not a parameter."],
    ] as const) {
      const refused = testContext()
      expect(await run(['report', 'issue', ...wrong, '--store', store], refused)).toBe(2)
      expect(refused.err.text()).toContain(message)
    }
  })

  it('splits a parameter at the first equals sign', async () => {
    const context = testContext()
    await run(['report', 'list', ...REPORT, 'dateFormat=yyyy=MM', '--store', store], context)
    expect(JSON.parse(context.out.text()).dateFormat).toBe('yyyy=MM')
  })

  it('prints all errors of a request, one per line, and exits with 2', async () => {
    const context = testContext()
    expect(await run(['report', 'aggregation', 'projectKey=WEB', '--store', store], context)).toBe(2)
    expect(context.out.text()).toBe('')
    const lines = context.err.text().trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^ERROR: /)
  })

  it('rejects an unknown report and an argument that is not a parameter', async () => {
    const kind = testContext()
    expect(await run(['report', 'lst', '--store', store], kind)).toBe(2)
    expect(kind.err.text()).toBe(
      "There is no report 'lst'. Did you mean 'list'? The reports are list, aggregation and issue.\n",
    )
    const context = testContext()
    expect(await run(['report', 'list', 'projectKey', '--store', store], context)).toBe(2)
    expect(context.err.text()).toContain("'projectKey' is not a parameter.")
  })

  it('uses the store of SOJOURN_STORE', async () => {
    const context = testContext({ env: { SOJOURN_STORE: store } })
    expect(await run(['report', 'list', ...REPORT], context)).toBe(0)
  })

  it('does not create a store', async () => {
    const context = testContext()
    expect(await run(['report', 'list', ...REPORT, '--store', join(folder.path, 'none')], context)).toBe(1)
    expect(context.err.text()).toContain('does not exist yet')
  })
})

describe('sojourn demo', () => {
  it('imports the demo repeatedly', async () => {
    await demoFolder(store)
    const context = testContext()
    let imports = 0
    const open: Environment['open'] = async (...use) => ({
      ...(await context.open(...use)),
      importDemo: async () => {
        imports++
        return { issues: 2000, stays: 1 } as ImportSummary
      },
    })
    expect(await run(['demo', '--store', store], { ...context, open })).toBe(0)
    expect(imports).toBe(1)
    expect(context.out.text()).toMatch(/Loaded the demo into .*: 2,000 issues/)
  })

  it('rejects a store of another tracker', async () => {
    await smallFolder(store)
    const context = testContext()
    expect(await run(['demo', '--store', store], context)).toBe(1)
    expect(context.err.text()).toContain('contains 3 issues of another tracker')
  })
})

describe('sojourn serve and sojourn start', () => {
  const started: SettingValues[] = []

  /** Returns an environment in which a server stops as soon as it has printed its URL. */
  function servingContext(env: Record<string, string> = {}) {
    let stopped = 0
    const context = testContext({
      env,
      startServer: async (_workspace, options) => {
        started.push(options)
        setImmediate(() => context.stop())
        return { port: options.port || 4321, stop: async () => void stopped++ }
      },
    })
    return { context, stopped: () => stopped }
  }

  beforeEach(() => void started.splice(0))

  it('serve on this machine only, until they are stopped', async () => {
    await smallFolder(store)
    const { context, stopped } = servingContext()
    expect(await run(['serve', '--store', store], context)).toBe(0)
    expect(started).toMatchObject([{ host: '127.0.0.1', port: 8080, app: 'tis', basePath: '' }])
    expect(context.out.text()).toBe('Sojourn 9.8.7 serves http://127.0.0.1:8080\n')
    expect(stopped()).toBe(1)
    expect(await run(['info', '--store', store], testContext())).toBe(0)
  })

  it('print the free port', async () => {
    await smallFolder(store)
    const { context } = servingContext()
    await run(
      ['serve', '--store', store, '--port', '0', '--host', '::1', '--base-path', '/jira/', '--app', 'x'],
      context,
    )
    expect(started).toMatchObject([{ host: '::1', port: 0, app: 'x', basePath: '/jira' }])
    expect(context.out.text()).toContain('http://[::1]:4321\n')
  })

  it.each([
    ['--port', '99999'],
    ['--port', 'http'],
    ['--app', 'a/b'],
    ['--app', ':id'],
    ['--base-path', 'jira'],
    ['--base-path', '/*'],
  ])('reject %s %s', async (option, value) => {
    const context = testContext()
    expect(await run(['serve', '--store', store, option, value], context)).toBe(2)
    expect(context.err.text()).toContain(`${option}: '${value}' is not allowed.`)
  })

  itDrawn('load an old demo again, so that it ended within seven days, and print three URLs that work', async () => {
    await demoFolder(store)
    const { context } = servingContext({ PORT: '9000' })
    const now = () => Date.parse('2026-11-23T12:00:00Z')
    expect(await run(['start', '--store', store], { ...context, now })).toBe(0)
    expect(started[0]?.port).toBe(9000)
    const text = context.out.text()
    expect(text).toContain('Loaded the demo')
    expect(text).toContain('Its dates are moved: its last day is 2026-11-16.')
    expect(text.trimEnd().split('\n').at(-1)).toBe('Open the page: http://127.0.0.1:9000/')
    const addresses = text.match(/http:\S+\?\S+/g) ?? []
    expect(addresses).toHaveLength(3)
    for (const address of addresses) {
      const { origin, pathname, searchParams } = new URL(address)
      expect(origin).toBe('http://127.0.0.1:9000')
      const kind = pathname.replace('/rest/tis/report/1.0/api/', '')
      const parameters = [...searchParams].map(([name, value]) => `${name}=${value}`)
      const report = testContext({ now })
      expect(await run(['report', kind, ...parameters, '--store', store], report)).toBe(0)
      expect(report.out.text()).toMatch(/"\d+\.\d"/)
    }
    const info = testContext()
    await run(['info', '--store', store], info)
    expect(info.out.text()).toContain('2026-11-16')
  })

  /** Starts a server at a time; returns the output, and by how many weeks the loaded demo was moved, without loading it. */
  async function startedAt(now: string, ...args: readonly string[]) {
    const { context } = servingContext()
    const weeks: (number | undefined)[] = []
    const open: Environment['open'] = async (...use) => ({
      ...(await context.open(...use)),
      importDemo: async work => {
        weeks.push(work.weeks)
        return { issues: 2000, stays: 1 } as ImportSummary
      },
    })
    const at = { ...context, open, now: () => Date.parse(now) }
    expect(await run(['start', '--store', store, ...args], at)).toBe(0)
    return { weeks, output: context.out.text() }
  }

  itDrawn('move the demo when it is older than 30 days', async () => {
    await demoFolder(store)
    // Its last change is on 2025-06-30. 30 days after it, and not a day later, it stays.
    expect(await startedAt('2025-07-30T00:00:00Z')).toMatchObject({ weeks: [] })
    const { weeks, output } = await startedAt('2025-08-01T12:00:00Z')
    expect(weeks).toEqual([4])
    expect(output).toContain('its last day is 2025-07-28.')
    expect(await startedAt('2027-12-18T12:00:00Z', '--demo-until', '2025-06-30')).toMatchObject({ weeks: [] })
  })

  it('start with the demo in an empty store', async () => {
    const { weeks, output } = await startedAt('2026-11-23T12:00:00Z')
    expect(weeks).toEqual([72])
    expect(output).toContain('Loaded the demo')
    expect(output).toContain('Its dates are moved: its last day is 2026-11-16.')
  })

  itDrawn('start with the demo of fixed dates', async () => {
    const { weeks, output } = await startedAt('2026-11-23T12:00:00Z', '--demo-until', '2025-06-30')
    expect(weeks).toEqual([0])
    expect(output).not.toContain('Its dates are moved')
  })

  it.each(['2025-02-30', '2009-12-31', '2026-11-24', 'June'])('reject --demo-until %s', async value => {
    const now = () => Date.parse('2026-11-23T12:00:00Z')
    const context = testContext({ now })
    expect(await run(['start', '--store', store, '--demo-until', value], context)).toBe(2)
    expect(context.err.text()).toContain(`--demo-until: '${value}' is not allowed.`)
    expect(context.err.text()).toContain('such as 2025-06-30')
  })

  it('start with the data of the store', async () => {
    await smallFolder(store)
    const { context } = servingContext()
    await run(['start', '--store', store], context)
    expect(context.out.text()).not.toContain('demo')
    expect(context.out.text()).toContain('with 3 issues of')
  })
})
