import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import type { Environment } from '../../../src/edge/cli/context.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { demoFolder } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { sample } from '../../support/sampling.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { DEPS, fileOf, NOW, smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { sharing, testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
let store: string
let issues: string

beforeEach(() => {
  folder = temporaryFolder()
  store = join(folder.path, 'store')
  issues = join(folder.path, 'issues.jsonl')
  writeFileSync(issues, smallTracker())
})

afterEach(() => folder.forget())

/** The open workspace that the commands of a test share, if there is one. */
let opened: Workspace | null = null

/** Runs a command on the store. */
async function ran(args: readonly string[], parts: Partial<Environment> = {}) {
  const context = testContext({ ...(opened && sharing(opened)), ...parts })
  const code = await run([...args, '--store', store], context)
  return { code, out: context.out.text(), err: context.err.text() }
}

const info = async () => (await ran(['info'])).out

describe('an import into a store with the demo', () => {
  beforeEach(() => demoFolder(store))

  it('is rejected without a terminal, and explains the next step', async () => {
    const before = await info()
    expect(await ran(['import', issues])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/contains the demo.*--yes.*--store/),
    })
    const questions: string[] = []
    const confirm = async (question: string) => questions.push(question) === 0
    expect(await ran(['import', issues], { confirm })).toMatchObject({ code: 1 })
    expect(questions).toEqual([`The store ${store} contains the demo. Replace it?`])
    expect(await info()).toBe(before)
  })

  it('replaces the whole demo after confirmation', async () => {
    rmSync(store, { recursive: true })
    await ran(['import', issues])
    const alone = (await info()).replace('after 1 import', '')
    for (const yes of sample('confirmations', [{ confirm: async () => true }, null], 1)) {
      rmSync(store, { recursive: true })
      await demoFolder(store)
      const { code, out, err } = await ran(['import', issues, ...(yes ? [] : ['--yes'])], yes ?? {})
      expect({ code, err }).toEqual({ code: 0, err: `The import replaces the demo in ${store}.\n` })
      expect(out).toContain('3 new, 0 replaced, 0 unchanged')
      expect((await info()).replace(/after \d+ imports/, '')).toBe(alone)
    }
  })

  itDrawn('leaves the demo when it fails', async () => {
    const before = await info()
    const bad = join(folder.path, 'bad.jsonl')
    writeFileSync(bad, `${smallTracker()}\nnot json`)
    expect((await ran(['import', bad, '--yes'])).code).toBe(1)
    expect(await info()).toBe(before)
  })
})

const REPORT =
  'filterType=customjql customjql=summary~Issue columnsBy=statusDuration calendar=normalHours outputType=csv'

const OTHER = smallTracker().replaceAll('WEB', 'APP').replaceAll('"id":"10', '"id":"20')

const storeWithTwoProjects = storeTemplate(async filled => {
  const files = [fileOf(smallTracker()), fileOf(OTHER, 'other.jsonl')]
  await createWorkspace(filled, DEPS).importFiles({ files, lists: {}, skipInvalid: false, at: NOW })
})

describe('removing', () => {
  beforeEach(async () => {
    const { copyTo } = await storeWithTwoProjects()
    copyTo(store)
    opened = createWorkspace(await openStore(store, { create: false, limits: ONE_THREAD }), DEPS)
  })

  afterEach(async () => {
    await opened!.close()
    opened = null
  })

  const keys = async () =>
    (await ran(['report', 'list', ...REPORT.split(' ')])).out
      .split('\r\n')
      .flatMap(line => /^"(\w+-\d+)"/.exec(line)?.[1] ?? [])

  itDrawn('issues keeps the others, and rejects unknown keys', async () => {
    expect(await ran(['issue', 'remove', 'WEB-1', 'WEB-77', 'X-1', '--yes'])).toMatchObject({
      code: 2,
      err: 'The store has no issues WEB-77, X-1. Nothing was removed.\n',
    })
    expect(await ran(['issue', 'remove', 'web-1', 'APP-2', '--yes'])).toMatchObject({
      code: 0,
      out: 'Removed 2 issues: APP-2, WEB-1.\n',
    })
    expect(await keys()).toEqual(['WEB-3', 'WEB-2', 'APP-3', 'APP-1'])
  })

  it('a project removes its issues, and another project may be imported after it', async () => {
    expect(await ran(['project', 'remove', 'app', '--yes'])).toMatchObject({
      code: 0,
      out: 'Removed project APP (Web Shop) with 3 issues.\n',
    })
    expect(await keys()).toEqual(['WEB-3', 'WEB-2', 'WEB-1'])
    expect((await ran(['project', 'list'])).out).not.toContain('APP')
    expect(await ran(['project', 'remove', 'APP'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no project 'APP'/),
    })
    const third = join(folder.path, 'third.jsonl')
    writeFileSync(third, smallTracker().replaceAll('WEB', 'OPS').replaceAll('"id":"10', '"id":"30'))
    await ran(['project', 'remove', 'WEB', '--yes'])
    await ran(['import', issues, third])
    expect(await keys()).toEqual(['WEB-3', 'WEB-2', 'WEB-1', 'OPS-3', 'OPS-2', 'OPS-1'])
  })

  it.each([
    [['project', 'remove', 'app'], 'project APP (Web Shop) with 3 issues'],
    [['issue', 'remove', 'app-1', 'APP-1', 'APP-2'], '2 issues: APP-1, APP-2'],
    [['user', 'remove', 'ann'], "user ann with the user's tokens, saved reports and private teams"],
    [['filter', 'remove', 'Mine'], 'saved query Mine (id 1)'],
    [['calendar', 'remove', 'Night'], 'calendar Night (id 1)'],
  ])('asks first, and is rejected without a terminal: %j', async (args, what) => {
    await ran(['user', 'add', 'ann'])
    await ran(['filter', 'add', 'Mine', 'project = WEB'])
    await ran(['calendar', 'add', '--time-zone', 'UTC', '--name', 'Night'])
    const refused = { code: 1, err: `Nothing was removed. To remove ${what} without a confirmation, add --yes.\n` }
    const questions: string[] = []
    const answer = (isYes: boolean) => async (question: string) => questions.push(question) > 0 && isYes
    expect(await ran(args)).toMatchObject(refused)
    expect(await ran(args, { confirm: answer(false) })).toMatchObject(refused)
    expect(await ran(args, { confirm: answer(true) })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Removed /),
    })
    expect(questions).toEqual([1, 2].map(() => `Remove ${what}? This cannot be undone.`))
  })

  it.each([
    [['issue', 'remove', 'APP-1', 'APP-77'], 'The store has no issue APP-77. Nothing was removed.'],
    [['user', 'remove', 'nobody'], "There is no user 'nobody'."],
    [['filter', 'remove', 'Mine'], "There is no saved query 'Mine'."],
    [['calendar', 'remove', 'Night'], "There is no calendar 'Night'."],
    [['calendar', 'remove', '0'], 'Calendar 0 is built in.'],
  ])('reports an unknown name before it asks: %j', async (args, message) => {
    const questions: string[] = []
    const confirm = async (question: string) => questions.push(question) > 0
    expect(await ran(args, { confirm })).toMatchObject({ code: 2, err: expect.stringContaining(message) })
    expect(questions).toEqual([])
  })
})
