import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { resolveNames } from '../../src/store/batches/resolve-names.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { issue, take } from '../intake/imports/changes-without-ids.ts'
import { ONE_THREAD } from '../support/one-thread.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

/** The tables with rows of each issue that are large in a large store. */
const LARGE = /\b(?:from|join|update) (?:main\.)?(?:change|stay|issue_value|repair|status_assignment)\b/g

/** Resolves the names in the store of `dir`; returns the reads of large tables. */
async function readsOf(dir: string, before: readonly string[]): Promise<readonly string[]> {
  const instance = await DuckDBInstance.create(join(dir, 'sojourn.duckdb'), { threads: '1' })
  try {
    const connection = await instance.connect()
    for (const statement of before) await connection.run(statement)
    const texts: string[] = []
    const watched = new Proxy(connection, {
      get(target, name: keyof DuckDBConnection) {
        const member: unknown = target[name]
        if (typeof member !== 'function') return member
        return (...values: unknown[]) => {
          if (typeof values[0] === 'string') texts.push(values[0])
          return member.apply(target, values)
        }
      },
    })
    await resolveNames(watched)
    connection.closeSync()
    return texts.flatMap(text => text.match(LARGE) ?? [])
  } finally {
    instance.closeSync()
  }
}

const root = temporaryFolder()

async function storeOf(name: string, issues: number): Promise<string> {
  const dir = join(root, name)
  const store = await openStore(dir, { create: true, limits: ONE_THREAD })
  const changes = ['status: 1=Open > Doing', 'status: Doing > 6=Closed']
  const named = Array.from({ length: issues }, (_, i) => issue(`AA-${i + 1}`, changes))
  await take(store, { issues: [...named, issue('AA-999', ['status: 1=Open > 6=Closed'])] })
  await store.close()
  return dir
}

describe('the names of values', () => {
  it('are resolved without reading logs when nothing has changed', async () => {
    expect(await readsOf(await storeOf('unchanged', 1), [])).toEqual([])
  })

  it('are resolved with the same number of table reads for many issues as for one', async () => {
    const renamed = [`update status set name = 'Doing', authority = 3 where id = '1'`]
    const [few, many] = [
      await readsOf(await storeOf('few', 1), renamed),
      await readsOf(await storeOf('many', 250), renamed),
    ]
    expect(few.length).toBeGreaterThan(5)
    expect(many).toEqual(few)
  })
})
