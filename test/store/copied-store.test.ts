import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { homeIn } from '../../src/store/files/store-files.ts'
import { readConnections } from '../../src/store/rows/connection-rows.ts'
import { readFacts } from '../../src/store/rows/store-facts.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { addConnection } from '../support/connected-store.ts'
import { ONE_THREAD } from '../support/one-thread.ts'
import { storeTemplate } from '../support/store-template.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const root = temporaryFolder()
let tests = 0
let [original, copy] = ['', '']

const connected = storeTemplate(async store => {
  for (const name of ['a', 'b']) await addConnection(store, { name, mode: 'manual', projects: {} })
})
const unconnected = storeTemplate(async () => {})

/** Puts a store with its part of a lake at `original`. */
async function opened(template = connected): Promise<void> {
  ;(await template()).copyTo(original)
  await withStore(original, async store => mkdirSync(store.lakeFolder))
}

async function withStore<T>(dir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(dir, { create: false, limits: ONE_THREAD })
  return work(store).finally(() => store.close())
}

/** Returns the states of the connections, and whether the store kept its part of the lake. */
const settled = (dir: string) =>
  withStore(dir, async store => {
    const states = (await store.snapshot(readConnections)).map(({ state, reason }) => `${state}: ${reason}`)
    return { states: [...new Set(states)], hasLake: existsSync(store.lakeFolder) }
  })

const UNCHANGED = { states: ['backfilling: null'], hasLake: true }
const COPIED = { states: ['paused: the store was copied from another folder'], hasLake: false }

/** Changes the stored location of the original: the numbers of its device and inode. */
function changeHome(changes: (numbers: readonly bigint[]) => object): void {
  const home = JSON.parse(readFileSync(homeIn(original), 'utf8'))
  const numbers = home.inode.split(':').map(BigInt)
  writeFileSync(homeIn(original), JSON.stringify(Object.assign(home, changes(numbers))))
}

beforeEach(() => {
  const folder = join(root, String(++tests))
  mkdirSync(folder)
  ;[original, copy] = [join(folder, 'original'), join(folder, 'copy')]
})

describe('a store', () => {
  it('has paused connections and no lake after its folder was copied', async () => {
    await opened()
    cpSync(original, copy, { recursive: true })
    expect(await settled(copy)).toEqual(COPIED)
    expect(await settled(copy)).toEqual(COPIED)
    expect(await settled(original)).toEqual(UNCHANGED)
  })

  it('is a copy at the path of the original, which was moved away', async () => {
    await opened()
    renameSync(original, copy)
    cpSync(copy, original, { recursive: true })
    expect(await settled(original)).toEqual(COPIED)
    expect(await settled(copy)).toEqual(UNCHANGED)
  })

  it('is a copy at the same path of a machine without an id, such as a container', async () => {
    await opened()
    changeHome(([device, inode]) => ({ inode: `${device}:${inode! + 1n}`, machine: null }))
    expect(await settled(original)).toEqual(COPIED)
  })

  it('is not a copy after its disk got another number', async () => {
    await opened()
    changeHome(([device, inode]) => ({ inode: `${device! + 1n}:${inode}` }))
    expect(await settled(original)).toEqual(UNCHANGED)
  })

  it('is a copy once', async () => {
    await opened()
    cpSync(original, copy, { recursive: true })
    await withStore(copy, store => store.transact(run => run(plain(`update connection set state = 'live'`))))
    expect((await settled(copy)).states).toEqual(['live: the store was copied from another folder'])
  })

  it('is a copy on another machine, also at the same path', async () => {
    await opened()
    const home = JSON.parse(readFileSync(homeIn(original), 'utf8'))
    writeFileSync(homeIn(original), JSON.stringify({ ...home, machine: 'another' }))
    const { states, hasLake } = await settled(original)
    expect({ states, hasLake }).toEqual({
      states: home.machine === null ? UNCHANGED.states : ['paused: the store was copied from another machine'],
      hasLake: home.machine === null,
    })
  })

  it('is not a copy after its folder was moved on its disk', async () => {
    await opened()
    renameSync(original, copy)
    expect(await settled(copy)).toEqual(UNCHANGED)
    mkdirSync(join(root, 'links'), { recursive: true })
    const link = join(root, 'links', String(tests))
    symlinkSync(copy, link)
    expect(await settled(link)).toEqual(UNCHANGED)
  })

  it('is not a copy when the record of its location is missing or damaged', async () => {
    await opened()
    for (const text of ['', '{"path":1}', 'null']) {
      writeFileSync(homeIn(original), text)
      expect(await settled(original)).toEqual(UNCHANGED)
    }
  })

  it('stays as it is in a copy without connections', async () => {
    await opened(unconnected)
    cpSync(original, copy, { recursive: true })
    const factsOf = (dir: string) => withStore(dir, store => store.snapshot(readFacts))
    expect(await factsOf(copy)).toEqual(await factsOf(original))
  })
})
