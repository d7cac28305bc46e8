import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { addIssue } from '../../store/small-batch.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'
import { testContext } from './test-context.ts'

const folder = temporaryFolder()
const storeWithIssue = storeTemplate(store => addIssue(store, 'WEB-1'))
let dir: string
beforeEach(async context => {
  dir = join(folder, context.task.id)
  const { copyTo } = await storeWithIssue()
  copyTo(dir)
})

async function sojourn(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const context = testContext()
  const code = await run(args, context)
  return { code, out: context.out.text(), err: context.err.text() }
}

describe('sojourn jql', () => {
  it('prints the tree of a query as JSON, without a store', async () => {
    const { code, out } = await sojourn('jql', 'parse', 'project = WEB')
    expect([code, JSON.parse(out).where]).toMatchObject([0, { kind: 'value', operator: '=' }])
  })

  it('accepts a query that looks like an option', async () => {
    expect((await sojourn('jql', 'parse', '-67890 = value')).code).toBe(0)
  })

  it('shows an error with a caret under it, and exits with 2', async () => {
    const { code, out, err } = await sojourn('jql', 'parse', 'project = = WEB')
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(
      /Expecting either a value, list or function but got '='.*\(line 1, character 11\)\nproject = = WEB\n {10}\^\n/,
    )
  })

  it('explains how a query is interpreted, and how many issues it finds', async () => {
    const { code, out } = await sojourn('jql', 'explain', 'project=web', '--store', dir)
    expect([code, out]).toEqual([0, "project = web\n\nproject is 'Project WEB' (WEB)\norder by key DESC\n\n1 issue\n"])
    expect((await sojourn('jql', 'explain', 'projekt = 1', '--store', dir)).code).toBe(2)
  })

  it('lists fields with their operators, functions, and unsupported names', async () => {
    const { out } = await sojourn('jql', 'fields', '--store', dir)
    expect(out).toMatch(/^ {2}status +=, .*, IS NOT, .*WAS, CHANGED$/m)
    expect(out).toContain('membersOf(')
    expect(out).toMatch(/^ {2}votes +votes are not imported$/m)
  })
})

describe('sojourn filter', () => {
  it('adds, lists and removes saved queries', async () => {
    expect(await sojourn('filter', 'add', 'Web', 'project = WEB', '--store', dir)).toMatchObject({
      code: 0,
      out: 'Added saved query Web (id 1).\n',
    })
    const json = await sojourn('filter', 'add', 'App', 'project = WEB', '--json', '--store', dir)
    expect(json).toMatchObject({ code: 0, out: '{"id":"2"}\n' })
    await sojourn('filter', 'remove', 'App', '--yes', '--store', dir)
    expect((await sojourn('filter', 'list', '--store', dir)).out).toBe('1  Web  -  project = WEB\n')
    expect(await sojourn('filter', 'add', 'web', 'project = WEB', '--store', dir)).toMatchObject({ code: 2 })
    expect(await sojourn('filter', 'remove', 'Web', '--yes', '--store', dir)).toMatchObject({ code: 0 })
    expect((await sojourn('filter', 'list', '--store', dir)).out).toBe('')
    await sojourn('filter', 'add', 'Web', 'project = WEB', '--owner', 'ann', '--store', dir)
    expect((await sojourn('filter', 'list', '--store', dir)).out).toBe('1  Web  ann  project = WEB\n')
  })

  it('imports the list of the tracker, and reports queries that fail', async () => {
    const file = join(folder, 'filters.json')
    writeFileSync(file, JSON.stringify([{ id: '9', name: 'Odd', jql: 'votes > 1' }]))
    const { code, out } = await sojourn('filter', 'import', file, '--store', dir)
    expect(code).toBe(0)
    expect(out).toContain('Imported 1 saved query.\n  not valid in this store: Odd: ')
    writeFileSync(file, 'no')
    expect(await sojourn('filter', 'import', file, '--store', dir)).toMatchObject({ code: 1 })
  })
})
