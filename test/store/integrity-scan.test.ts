import { closeSync, cpSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace } from '../../src/app/workspace/workspace.ts'
import { SCAN_PACE, type ScanPace } from '../../src/store/engine/integrity-scan.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { DEPS } from '../edge/http/small-tracker.ts'
import { LIST, testServer } from '../edge/http/test-server.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { cases, drawing } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { addIssue } from './small-batch.ts'

const folder = temporaryFolder()
const sound = join(folder, 'sound')
/** Returns the numbers of the blocks used by the tables of the store. */
let used: number[]

const FAST: ScanPace = { ...SCAN_PACE, bytesPerSecond: 1e12 }
const TABLES = plain('select table_name as name from duckdb_tables() where not internal')

const open: Store[] = []

afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})

async function opened(dir: string): Promise<Store> {
  const store = await openStore(dir, { create: false })
  open.push(store)
  return store
}

beforeAll(async () => {
  const store = await openStore(sound, { create: true })
  await addIssue(store, 'WEB-1')
  // Incompressible numbers, in many row groups and blocks.
  await store.transact(async run => {
    await run(
      plain(`insert into change select 1, range, hash(range) % 1e12::bigint, hash(range * 3)::varchar, 'ann', 'status',
        null, hash(range * 7)::varchar, null, repeat(hash(range)::varchar, 2) from range(400000)`),
    )
  })
  await store.query(plain('select 1'))
  await store.close()
  const again = await openStore(sound, { create: false })
  const blocks = new Set<number>()
  for (const { name } of await again.query(TABLES)) {
    const held = plain(`with segment as (select block_id, additional_block_ids as more
      from pragma_storage_info('${name}') where persistent)
      select block_id from segment union select unnest(more) from segment`)
    for (const { block_id } of await again.query(held)) if (Number(block_id) >= 0) blocks.add(Number(block_id))
  }
  used = [...blocks].sort((a, b) => a - b)
  await again.close()
})

const [HEADERS, BLOCK] = [3 * 4096, 262_144]

/** Returns a random position in a block. */
function location(block: number, draw: () => number): number {
  return HEADERS + block * BLOCK + Math.floor(draw() * BLOCK)
}

/** Flips a byte of the file at each position. */
function flip(dir: string, locations: readonly number[]): void {
  const file = openSync(join(dir, 'sojourn.duckdb'), 'r+')
  const byte = Buffer.alloc(1)
  for (const location of locations) {
    readSync(file, byte, 0, 1, location)
    byte[0]! ^= 0xff
    writeSync(file, byte, 0, 1, location)
  }
  closeSync(file)
}

function copyOf(name: string): string {
  const dir = join(folder, name)
  rmSync(dir, { recursive: true, force: true })
  cpSync(sound, dir, { recursive: true })
  return dir
}

/** Returns the code of a rejection; `null` if the promise resolves. */
function codeOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    error => error.code,
  )
}

/** Waits until a scan has ended: it read everything, or found damage. */
async function scanned(store: Store, pace = FAST): Promise<boolean> {
  const scan = store.startScan(pace)
  const hasDamage = async () => (await codeOf(store.probe())) === 'STORE_DAMAGED'
  while (!scan.isComplete() && !(await hasDamage())) await new Promise(resolve => setTimeout(resolve, 20))
  await scan.stop()
  return scan.isComplete()
}

describe('a scan', () => {
  it('finds no damage in an intact store', async () => {
    expect(used.length).toBeGreaterThan(50)
    const store = await opened(copyOf('whole'))
    expect(await scanned(store)).toBe(true)
    await store.probe()
  })

  it('finds eight flipped bytes in used blocks, wherever they are; then every request fails with STORE_DAMAGED', async () => {
    const draw = drawing('eight flipped bytes')
    for (let copy = 0; copy < cases(2); copy++) {
      const locations = Array.from({ length: 8 }, () => location(used[Math.floor(draw() * used.length)]!, draw))
      const dir = copyOf('flipped')
      flip(dir, locations)
      const what = `copy ${copy}, bytes ${locations.join(' ')}`
      const store = await openStore(dir, { create: false }).catch(error => {
        expect(error.code, what).toBe('STORE_QUARANTINED')
        return null
      })
      if (store === null) continue
      open.push(store)
      expect(await scanned(store), what).toBe(false)
      await expect(store.query(plain('select count(*) from issue')), what).rejects.toMatchObject({
        code: 'STORE_DAMAGED',
      })
      await open.pop()!.close()
      await expect(openStore(dir, { create: false }), what).rejects.toMatchObject({ code: 'STORE_QUARANTINED' })
    }
  })

  it('finds one flipped byte in any table that has a block', async () => {
    const draw = drawing('one flipped byte')
    for (const block of [used[0]!, used[Math.floor(used.length / 2)]!, used.at(-1)!]) {
      const dir = copyOf('flipped')
      flip(dir, [location(block, draw)])
      const store = await openStore(dir, { create: false }).catch(() => null)
      if (store === null) continue
      open.push(store)
      expect([block, await scanned(store)]).toEqual([block, false])
      await open.pop()!.close()
    }
  })

  it('makes the server not ready, and reports fail with STORE_DAMAGED', async () => {
    const dir = copyOf('served')
    flip(dir, [HEADERS + used[Math.floor(used.length / 2)]! * BLOCK + 100])
    const store = await opened(dir)
    const { report, ping } = createWorkspace(store, DEPS)
    let isScanned = () => false
    const { server } = testServer({ report, ping, isScanned: () => isScanned() })
    const url = `${LIST}?filterType=project&projectKey=WEB&columnsBy=statusCount`
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'checking' })
    expect((await server.inject(url)).statusCode).toBe(200)
    const scan = store.startScan(FAST)
    isScanned = scan.isComplete
    await expect
      .poll(async () => (await server.inject('/readyz')).json().code, { timeout: 20_000 })
      .toBe('STORE_DAMAGED')
    const { statusCode, headers, json } = await server.inject(url)
    expect([statusCode, headers['x-error-code']]).toEqual([503, 'STORE_DAMAGED'])
    expect(json().message).not.toContain(folder)
    expect(isScanned()).toBe(false)
    await scan.stop()
  })

  itDrawn('respects the maximum speed', async () => {
    const store = await opened(copyOf('whole'))
    const bytes = used.length * BLOCK
    const start = performance.now()
    expect(await scanned(store, { ...FAST, bytesPerSecond: bytes / 2 })).toBe(true)
    expect(performance.now() - start).toBeGreaterThan(1_700)
  })

  it('is repeated, and finds new damage', async () => {
    // With less memory than the size of the store, so that the disk is read again.
    const store = await openStore(copyOf('again'), { create: false, limits: { memoryMegabytes: 20 } })
    open.push(store)
    const scan = store.startScan({ ...FAST, every: 50 })
    await expect.poll(scan.isComplete, { timeout: 20_000 }).toBe(true)
    await store.probe()
    flip(
      join(folder, 'again'),
      used.map(block => HEADERS + block * BLOCK + 99),
    )
    await expect.poll(() => codeOf(store.probe()), { timeout: 20_000 }).toBe('STORE_DAMAGED')
    await scan.stop()
  })

  it('stops at once', async () => {
    const store = await opened(copyOf('stopped'))
    const scan = store.startScan({ ...SCAN_PACE, bytesPerSecond: 1 })
    await new Promise(resolve => setTimeout(resolve, 100))
    await scan.stop()
    expect(scan.isComplete()).toBe(false)
  })
})
