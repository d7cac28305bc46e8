import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isUserError, type UserError } from '../../src/core/base/errors.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { cases, drawing } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { damages, fingerprint, type KilledStore, killedStores, partOf, putStore, swap } from './damaged-store.ts'

const dir = join(temporaryFolder(), 'store')
let older: KilledStore
let newer: KilledStore
let right: string

beforeAll(async () => {
  ;({ older, newer } = await killedStores(dir))
  putStore(dir, newer)
  right = await contents()
})

/** Returns the fingerprint of the store when it is opened. */
async function contents(): Promise<string> {
  const store = await openStore(dir, { create: false })
  return fingerprint(store).finally(() => store.close())
}

/** Damages the store, then opens it, which must fail. */
async function quarantined(work: () => unknown): Promise<UserError<'STORE_QUARANTINED'>> {
  putStore(dir, newer)
  work()
  const error = await openStore(dir, { create: false }).catch(error => error)
  if (!isUserError(error, 'STORE_QUARANTINED')) throw error
  return error
}

describe('a store that was killed', () => {
  it('opens with all acknowledged data', async () => {
    putStore(dir, newer)
    const store = await openStore(dir, { create: false })
    const [row] = await store.query(
      plain('select batch, revision, (select count(*) from issue) as issues from store_info'),
    )
    await store.close()
    expect(row).toEqual({ batch: 5n, revision: 6n, issues: 5n })
  })
})

describe('a store that is damaged', () => {
  it.each([
    ['has a flipped bit in its head', () => damages.flip(partOf(dir, 'database'), 100, 1), /Corrupt database file/],
    ['does not begin as one', () => damages.zero(partOf(dir, 'database'), 0), /does not begin as a database does/],
    ['is cut off', () => damages.truncate(partOf(dir, 'database'), 9000), /Could not read enough bytes/],
    ['is empty', () => damages.empty(partOf(dir, 'database')), /does not begin as a database does/],
    ['has lost its database', () => damages.remove(partOf(dir, 'database')), /sojourn.duckdb is missing/],
    ['has an older database', () => swap(dir, 'database', older), /WAL checkpoint iteration does not match/],
    ['has an older log', () => swap(dir, 'log', older), /WAL checkpoint iteration does not match/],
    [
      // The order of entries varies. A bit in the length of an entry ends the log there.
      'has a flipped bit in its log',
      () => damages.flip(partOf(dir, 'log'), 1000, 1),
      /Corrupt WAL file|it holds batch 4, but batch 5 had been ack/,
    ],
    ['has lost its log', () => damages.remove(partOf(dir, 'log')), /it holds batch 4, but batch 5 had been ack/],
    ['has an empty log', () => damages.empty(partOf(dir, 'log')), /it holds batch 4, but batch 5 had been ack/],
    [
      'has lost a change',
      () => damages.truncate(partOf(dir, 'log'), newer.log.length - 1),
      /it holds revision 5, but rev/,
    ],
    [
      'is an older copy',
      () => [swap(dir, 'database', older), swap(dir, 'log', older)],
      /it holds batch 3, but batch 5/,
    ],
  ])('because it %s is moved aside, and says so', async (_what, work, words) => {
    const { parameters, message } = await quarantined(work)
    expect(message).toMatch(words)
    expect(message).toContain(`moved to ${parameters.quarantine}`)
    expect(readdirSync(dir)).toEqual(['quarantine'])
    expect(parameters.quarantine).toMatch(/store\/quarantine\/\d{8}T\d{6}Z$/)
    expect(readFileSync(join(parameters.quarantine, 'store.json'))).toEqual(newer.mark)
  })

  it('reports the state of the database without its log', async () => {
    const { message } = await quarantined(() => damages.flip(partOf(dir, 'log'), 1000, 1))
    expect(message).toContain('without its log, the database opens and goes up to batch 4')
    const both = await quarantined(() => [
      damages.flip(partOf(dir, 'log'), 1000, 1),
      damages.zero(partOf(dir, 'database'), 0),
    ])
    expect(both.message).toContain('without its log, the database does not open either')
  })

  it('can be replaced by a new one, even if that is damaged in the same second', async () => {
    const first = (await quarantined(() => damages.remove(partOf(dir, 'log')))).parameters.quarantine
    const store = await openStore(dir, { create: true })
    expect(await store.query(plain('select batch from store_info'))).toEqual([{ batch: 0n }])
    await store.close()
    expect(readdirSync(dir)).toEqual(['quarantine', 'sojourn.duckdb', 'sojourn.duckdb.home'])
    damages.flip(partOf(dir, 'database'), 100, 1)
    await expect(openStore(dir, { create: false })).rejects.toThrow(/It was moved to/)
    expect(readdirSync(join(dir, 'quarantine'))).toHaveLength(2)
    expect(existsSync(join(first, 'sojourn.duckdb'))).toBe(true)
  })

  it('is moved completely after an interrupted move', async () => {
    const { parameters } = await quarantined(() => {
      mkdirSync(join(dir, 'quarantine', 'before'), { recursive: true })
      renameSync(partOf(dir, 'database'), join(dir, 'quarantine', 'before', 'sojourn.duckdb'))
    })
    expect(readdirSync(parameters.quarantine)).toEqual(['sojourn.duckdb.wal', 'store.json'])
  })
})

describe('a store that is not damaged', () => {
  it.each([
    ['there is no mark', () => damages.remove(partOf(dir, 'mark'))],
    ['its mark cannot be read', () => damages.empty(partOf(dir, 'mark'))],
    ['its mark is older', () => swap(dir, 'mark', older)],
    ['its mark knows no revisions', () => writeFileSync(partOf(dir, 'mark'), '{"schema":3,"batch":5,"issues":5}')],
  ])('is served although %s', async (_what, work) => {
    putStore(dir, newer)
    work()
    expect(await contents()).toBe(right)
  })

  itDrawn('is left unchanged when there is too little memory to read its log', async () => {
    // Without words, so that it is not indexed.
    const description = '-'.repeat(2_000_000)
    const large = (await killedStores(join(dir, '..', 'large'), description)).newer
    putStore(dir, large)
    const opening = openStore(dir, { create: false, limits: { memoryMegabytes: 1, threads: 1 } })
    await expect(opening).rejects.toThrow(/cannot be opened: out of memory. It was not changed/)
    expect(readFileSync(partOf(dir, 'log')).equals(large.log)).toBe(true)
    expect(await contents()).toContain('issue 5')
  })
})

describe('damage that only shows while a store is read', () => {
  const location = () => newer.database.indexOf('Summary of WEB-4')

  it('is reported without names of files, fails the probe, and moves the store to quarantine when it is next opened', async () => {
    putStore(dir, newer)
    damages.flip(partOf(dir, 'database'), location(), 1)
    const store = await openStore(dir, { create: false })
    await store.probe()
    const error = await store.query(plain('select summary from issue')).catch(error => error)
    expect(error.code).toBe('STORE_DAMAGED')
    expect(error.message).not.toMatch(/\/|checksum/)
    await expect(store.probe()).rejects.toThrow(/is damaged/)
    await store.close()
    await expect(openStore(dir, { create: false })).rejects.toThrow(/Corrupt database file.* It was moved to/)
    expect(readdirSync(dir)).toEqual(['quarantine'])
  })

  it('is cleared when the whole store can be read after all', async () => {
    putStore(dir, newer)
    writeFileSync(join(dir, 'sojourn.duckdb.suspect'), '')
    expect(await contents()).toBe(right)
    expect(readdirSync(dir)).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home', 'store.json'])
  })
})

describe('random damage', () => {
  const next = drawing('damage')
  const draw = (below: number) => Math.floor(next() * below)
  const drawn = Array.from({ length: cases(6) }, () => {
    const part = (['database', 'database', 'log', 'log', 'mark'] as const)[draw(5)]!
    const methods = Object.keys(damages) as (keyof typeof damages)[]
    return { part, method: methods[draw(methods.length)]!, at: draw(2 ** 30), value: draw(256) }
  })

  it.each(drawn)(
    '($method in the $part at $at, $value) ends in right data or in quarantine',
    async ({ part, method, at, value }) => {
      putStore(dir, newer)
      damages[method](partOf(dir, part), at, value)
      const outcome = await outcomeOf()
      expect(outcome === right || outcome.startsWith('STORE_QUARANTINED')).toBe(true)
    },
  )

  /** Reads the store, twice if the first time finds damage. */
  async function outcomeOf(): Promise<string> {
    const codeOf = (error: unknown) => (isUserError(error) ? error.code : String(error))
    const first = await contents().catch(codeOf)
    return first === 'STORE_DAMAGED' ? contents().catch(codeOf) : first
  }
})
