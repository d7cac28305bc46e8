import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { smallFolder } from '../../support/small-store.ts'
import { temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>

beforeEach(async () => {
  folder = temporaryFolder()
  await smallFolder(join(folder.path, 'store'))
})

afterEach(() => folder.forget())

function write(name: string, content: unknown): string {
  const path = join(folder.path, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function sojourn(...args: string[]) {
  const context = testContext()
  const code = await run([...args, '--store', join(folder.path, 'store')], context)
  return { code, out: context.out.text(), err: context.err.text() }
}

describe('sojourn workflow', () => {
  it('prints the default as a file to edit, and saves it under another name', async () => {
    const { out } = await sojourn('workflow', 'default')
    const file = JSON.parse(out)
    expect(file).toEqual({
      name: 'default',
      stages: [
        { name: 'Open', kind: 'notStarted', statuses: ['Open'] },
        { name: 'Doing', kind: 'active', statuses: ['Doing'] },
        { name: 'Done', kind: 'done', statuses: ['Done'] },
      ],
      done: 'status',
      blocked: { fields: [], statuses: [], labels: [] },
      sle: null,
      levels: 'standard',
    })
    const refused = await sojourn('workflow', 'set', write('workflow.json', out))
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("name 'default' is the name of") })
    const mine = { ...file, name: 'Mine', stages: file.stages.slice(1) }
    expect(await sojourn('workflow', 'set', write('workflow.json', mine))).toMatchObject({
      code: 0,
      out: 'Added workflow Mine (id 1).\n  in no stage: Open (id 1)\n',
    })
    expect(JSON.parse((await sojourn('workflow', 'show', 'mine')).out)).toEqual(mine)
    expect((await sojourn('workflow', 'set', write('workflow.json', { ...mine, stages: file.stages }))).out).toBe(
      'Saved workflow Mine (id 1).\n',
    )
  })

  it('lists the workflows, also as JSON', async () => {
    const { out } = await sojourn('workflow', 'default')
    const file = write('workflow.json', out.replace('"default"', '"Mine"'))
    expect((await sojourn('workflow', 'set', file, '--json')).out).toBe('{"id":"1"}\n')
    expect((await sojourn('workflow', 'list')).out).toMatch(/^default +default +- +-\n1 +Mine +- +2024-\S+Z\n$/)
    expect(JSON.parse((await sojourn('workflow', 'list', '--json')).out)[1]).toEqual({
      id: '1',
      name: 'Mine',
      owner: null,
      created: expect.any(String),
      updated: expect.any(String),
    })
  })

  it('changes the name of one with --id, and removes it', async () => {
    const { out } = await sojourn('workflow', 'default')
    await sojourn('workflow', 'set', write('workflow.json', out.replace('"default"', '"Mine"')))
    const renamed = write('workflow.json', out.replace('"default"', '"Yours"'))
    expect((await sojourn('workflow', 'set', renamed, '--id', 'Mine')).out).toBe('Saved workflow Yours (id 1).\n')
    expect(await sojourn('workflow', 'remove', 'Yours')).toMatchObject({
      code: 1,
      err: expect.stringContaining('To remove workflow Yours (id 1) without a confirmation, add --yes.'),
    })
    expect((await sojourn('workflow', 'remove', 'Yours', '--yes')).out).toBe('Removed workflow Yours (id 1).\n')
    expect(await sojourn('workflow', 'remove', 'Yours', '--yes')).toMatchObject({
      code: 2,
      err: "There is no workflow 'Yours'. Workflows: default.\n",
    })
  })

  it('is kept in a backup', async () => {
    const { out } = await sojourn('workflow', 'default')
    await sojourn('workflow', 'set', write('workflow.json', out.replace('"default"', '"Mine"')))
    const backup = join(folder.path, 'copy.backup')
    expect(await sojourn('backup', backup)).toMatchObject({ code: 0 })
    await sojourn('workflow', 'remove', 'Mine', '--yes')
    expect(await sojourn('restore', backup, '--replace')).toMatchObject({ code: 0 })
    expect((await sojourn('workflow', 'list')).out).toContain('Mine')
  })

  it.each([
    [['remove', 'default', '--yes'], "The workflow 'default' follows the status categories"],
    [['remove', 'default'], "The workflow 'default' follows the status categories"],
    [['show', 'Mien'], "There is no workflow 'Mien'. Workflows: default."],
    [['set', 'missing.json'], 'missing.json: cannot be read: there is no such file.'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await sojourn('workflow', ...args)
    expect([code === 0, err]).toEqual([false, expect.stringContaining(message)])
  })

  it('names a file that is not JSON', async () => {
    const { code, err } = await sojourn('workflow', 'set', write('workflow.json', '{'))
    expect([code, err]).toEqual([2, expect.stringContaining('workflow.json is not JSON: ')])
  })
})
