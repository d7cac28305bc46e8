import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { squadStore } from '../../intake/imports/squad-issue.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'
import { testContext } from './test-context.ts'

const store = join(temporaryFolder(), 'store')
beforeAll(() => squadStore(store))

async function field(...words: readonly string[]): Promise<readonly [code: number, out: string, err: string]> {
  const context = testContext()
  const code = await run(['field', 'map', ...words, '--store', store], context)
  return [code, context.out.text(), context.err.text()]
}

describe('sojourn field map', () => {
  it('lists the names without a field, maps them, and removes mappings', async () => {
    expect(await field('--list')).toEqual([0, 'Squad  1 issue  matches no field\n', ''])
    expect(await field('Squad', 'crew')).toEqual([0, 'Mapped Squad to Crew (customfield_2).\n', ''])
    expect(await field('--list')).toEqual([0, 'Squad  mapped to  Crew (customfield_2)\n', ''])
    expect(await field('--remove', 'squad')).toEqual([0, 'Removed the mapping of Squad to Crew (customfield_2).\n', ''])
    expect(JSON.parse((await field('--list', '--json'))[1])).toEqual({
      mapped: [],
      unmatched: [{ name: 'Squad', fields: [], issues: 1, examples: ['AA-1'] }],
    })
  })

  it('says what is wrong', async () => {
    expect(await field()).toEqual([2, '', expect.stringContaining(`missing required argument 'name'`)])
    expect(await field('Squad')).toEqual([2, '', expect.stringContaining(`missing required argument 'field'`)])
    expect(await field('Squad', 'status')).toEqual([2, '', expect.stringContaining(`'status' is not a custom field`)])
    expect(await field('Squad', '--remove')).toEqual([2, '', expect.stringContaining(`'Squad' has no mapping`)])
  })
})
