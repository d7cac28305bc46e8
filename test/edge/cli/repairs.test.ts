import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
let store: string

beforeEach(() => {
  folder = temporaryFolder()
  store = join(folder.path, 'store')
})

afterEach(() => folder.forget())

async function said(...args: string[]): Promise<string> {
  const context = testContext()
  const code = await run([...args, '--store', store], context)
  expect({ code, err: context.err.text() }).toEqual({ code: 0, err: '' })
  return context.out.text()
}

interface ExportedIssue {
  fields: { updated?: string }
  changelog: { total?: number; histories: { items: { from: string }[] }[] } | undefined
}

/** Imports the small tracker, with issues modified by `change`. */
async function imported(change: (issue: ExportedIssue, index: number) => void): Promise<string> {
  const issues = smallTracker()
    .split('\n')
    .map(line => JSON.parse(line))
  issues.forEach(change)
  const path = join(folder.path, 'issues.jsonl')
  writeFileSync(path, issues.map(issue => JSON.stringify(issue)).join('\n'))
  await said('import', path)
  return path
}

describe('sojourn repairs', () => {
  it('shows what was repaired, where, how, and the next step, and the same as JSON', async () => {
    await imported((issue, index) => {
      // WEB-1 lost its first entry, WEB-2 is truncated, WEB-3 has no change log.
      if (index === 0) issue.changelog!.histories[1]!.items[0]!.from = '1'
      if (index === 1) issue.changelog!.total = 7
      if (index === 2) issue.changelog = undefined
    })
    const text = await said('repairs')
    expect(text).toMatch(/^2 of 3 issues with a repaired history\.\n/)
    expect(text).toContain(
      [
        'The old value of a change differs from the value before it.',
        '  Where:    Status: 1 issue',
        '  Examples: WEB-1',
        '  Done:     The new value is used. The previous value ends there.',
        '  To do:    A log entry is missing.',
      ].join('\n'),
    )
    expect(text).toMatch(/reports missing changes\.\n {2}Where: {4}1 issue\n {2}Examples: WEB-2\n/)
    expect(text).toMatch(/without a change log\.\n {2}Where: {4}1 issue\n {2}Examples: WEB-3\n.*\n.*expand=changelog/)
    expect(JSON.parse(await said('repairs', '--json'))).toMatchObject({
      issues: 3,
      repaired: 2,
      kinds: [
        { kind: 'changes-left-out', fields: [{ name: null, issues: 1, repairs: 1 }], examples: ['WEB-2'] },
        { kind: 'from-mismatch', fields: [{ name: 'Status', issues: 1, repairs: 1 }], examples: ['WEB-1'] },
        { kind: 'no-log', examples: ['WEB-3'] },
      ],
    })
  })
})

describe('sojourn info', () => {
  it('shows the latest change, not the latest update, and counts the issues without a change log', async () => {
    await imported((issue, index) => {
      issue.fields.updated = '2025-12-31T00:00:00.000+0000'
      if (index > 0) issue.changelog = undefined
    })
    const info = await said('info')
    expect(info).toMatch(/from 2024-03-01T00:00:00.000Z to 2024-03-\d\dT00:00:00.000Z\n/)
    expect(info).toContain('  2 issues without a change log\n')
  })

  it('names the issues that may change when imported again after a fix of the importer', async () => {
    const path = await imported(() => {})
    expect(await said('info')).not.toContain('older importer')
    const opened = await openStore(store, { create: false })
    await opened.transact(run => run(plain(`update issue set importer = 0 where key <> 'WEB-2'`)))
    await opened.close()
    expect(await said('info')).toContain(
      '  2 issues read by an older importer; importing them again may change their numbers:\n    WEB: 2 issues (WEB-1, WEB-3)\n',
    )
    expect(await said('import', path)).toContain('0 new, 2 replaced, 1 unchanged')
    expect(await said('info')).not.toContain('older importer')
  })
})
