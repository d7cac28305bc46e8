import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { addIssue } from './small-batch.ts'

/** The files of a store as a killed process left them. */
export interface KilledStore {
  readonly database: Buffer
  readonly log: Buffer
  readonly mark: Buffer
}

const NAMES = { database: 'sojourn.duckdb', log: 'sojourn.duckdb.wal', mark: 'store.json' } as const

/** The name of one of the files of a store. */
export type StorePart = keyof typeof NAMES

/** Returns the path of a file of the store in `dir`. */
export function partOf(dir: string, part: StorePart): string {
  return join(dir, NAMES[part])
}

/**
 * Two states of a store: three batches in the database; then another batch and a change in the log. They are the state
 * after a kill, with all bytes that were written; a store that is closed has no log.
 */
export async function killedStores(
  dir: string,
  description: string | null = null,
): Promise<{ readonly older: KilledStore; readonly newer: KilledStore }> {
  const store = await openStore(dir, { create: true })
  for (const key of ['WEB-1', 'WEB-2']) await addIssue(store, key)
  await leaveInLog(store, 'WEB-3', null)
  const older = filesOf(dir)
  await addIssue(store, 'WEB-4')
  await leaveInLog(store, 'WEB-5', description)
  await store.transact(run => run(plain(`insert into person_group values ('developers')`)))
  const newer = filesOf(dir)
  await store.close()
  rmSync(dir, { recursive: true })
  return { older, newer }
}

/** A batch during a read, so that there is no checkpoint. */
async function leaveInLog(store: Store, key: string, description: string | null): Promise<void> {
  await store.snapshot(async run => {
    await run(plain('select count(*) from issue'))
    await addIssue(store, key, { description })
  })
}

function filesOf(dir: string): KilledStore {
  const read = (part: StorePart) => readFileSync(partOf(dir, part))
  return { database: read('database'), log: read('log'), mark: read('mark') }
}

/** Copies the files of a store to a new folder. */
export function putStore(dir: string, files: KilledStore): void {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  for (const part of Object.keys(NAMES) as StorePart[]) writeFileSync(partOf(dir, part), files[part])
}

/** Returns numbers that differ if anything in a store differs. */
export async function fingerprint(store: Store): Promise<string> {
  const tables = await store.query(
    plain(`select table_name as name from duckdb_tables() where not internal and table_name <> 'probe' order by 1`),
  )
  const sums: string[] = []
  for (const { name } of tables) {
    const [row] = await store.query(plain(`select count(*) as rows, bit_xor(hash(t)) as sum from "${name}" t`))
    sums.push(`${name} ${row!.rows} ${row!.sum}`)
  }
  return sums.join('\n')
}

/** Methods of damaging a file; `at` and `value` select the position and the content. */
export const damages = {
  flip: (path: string, at: number, value: number) =>
    change(path, bytes => (bytes[at % bytes.length]! ^= 1 << (value % 8))),
  garble: (path: string, at: number, value: number) =>
    change(path, bytes => {
      const from = at % bytes.length
      for (let i = from; i < Math.min(bytes.length, from + 64); i++) bytes[i] = (i * 31 + value) % 256
    }),
  zero: (path: string, at: number) =>
    change(path, bytes => {
      const from = 4096 * Math.floor((at % bytes.length) / 4096)
      bytes.fill(0, from, Math.min(bytes.length, from + 4096))
    }),
  truncate: (path: string, at: number) => truncateSync(path, at % readFileSync(path).length),
  empty: (path: string) => truncateSync(path, 0),
  remove: (path: string) => rmSync(path),
} as const

function change(path: string, work: (bytes: Buffer) => unknown): void {
  const bytes = readFileSync(path)
  work(bytes)
  writeFileSync(path, bytes)
}

/** Overwrites a file of the store in `dir` with that of another state. */
export function swap(dir: string, part: StorePart, other: KilledStore): void {
  writeFileSync(partOf(dir, part), other[part])
}
