import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { restoreStore } from '../../src/store/files/restore-store.ts'
import { done, type Ended } from './real-process.ts'
import { contentsIn, isStore, type StoreContents, type Trial } from './trial-store.ts'

/** System calls that may fail: those of one name on one of the paths, or all of that name. */
export interface CallLocation {
  readonly call: string
  /** Absolute, without symbolic links. */
  readonly paths: readonly string[]
  /** Their approximate number. */
  readonly calls: number
}

/** An operation that is tested with faults. */
export interface FaultedOperation {
  readonly name: string
  /** Restores the state before the operation. */
  readonly prepare: () => void
  /** The command-line arguments. */
  readonly args: readonly string[]
  /** Throws unless the resulting state is an allowed one, and the operation succeeds when repeated. */
  readonly check: (ended: Ended) => Promise<void>
  /** The system calls that may fail. */
  readonly locations: readonly CallLocation[]
}

/** The folder of a trial, and its paths. */
export interface TrialFolder {
  readonly folder: string
  /** The store that the operations use. */
  readonly store: string
  /** A backup of the store with the first export. */
  readonly backup: string
  readonly trial: Trial
}

/** Imports two files into a store that has another one. */
export function importing({ store, trial }: TrialFolder): FaultedOperation {
  const args = ['import', trial.files.b, trial.files.c, '--store', store]
  return {
    name: 'an import',
    prepare: () => put(trial.stores.a, store),
    args,
    check: async ended => {
      const { a, ab, abc } = trial.contents
      const contents = await contentsIn(store)
      expect(ended.status === 0 ? [abc] : [a, ab, abc]).toContainEqual(contents)
      // A file that is reported as out of space is not in the store.
      if (/no space left on device/.test(ended.err)) expect(contents).not.toEqual(abc)
      await done(args)
      expect((await contentsIn(store)).content).toBe(abc.content)
    },
    locations: callsOn(store),
  }
}

/** Imports into a new store. */
export function importingFirst({ store, trial }: TrialFolder): FaultedOperation {
  const args = ['import', trial.files.a, trial.files.b, '--store', store]
  return {
    name: 'a first import',
    prepare: () => rmSync(store, { recursive: true, force: true }),
    args,
    check: async ended => {
      const { empty, a, ab } = trial.contents
      if (ended.status === 0 || isStore(store))
        expect(ended.status === 0 ? [ab] : [empty, a, ab]).toContainEqual(await contentsIn(store))
      if (/no space left on device/.test(ended.err) && isStore(store)) expect(await contentsIn(store)).not.toEqual(ab)
      await done(args)
      expect((await contentsIn(store)).content).toBe(ab.content)
      expect(readdirSync(store)).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home', 'store.json'])
    },
    // The store is created under a name with the process id.
    locations: [anywhere('pwrite64', 6), anywhere('fsync', 6), anywhere('rename', 3), anywhere('unlink', 2)],
  }
}

/** Makes a small change in a store. */
export function changing({ store, trial }: TrialFolder): FaultedOperation {
  const args = ['filter', 'add', 'Open ones', 'status = Open', '--store', store]
  return {
    name: 'a small change',
    prepare: () => put(trial.stores.a, store),
    args,
    check: async ended => {
      const { a } = trial.contents
      const { batch, issues, content } = await contentsIn(store)
      expect({ batch, issues }).toEqual({ batch: a.batch, issues: a.issues })
      if (ended.status === 0) expect(content).not.toBe(a.content)
      if (/no space left on device/.test(ended.err)) expect(content).toBe(a.content)
      if (content === a.content) await done(args)
      expect((await done(['filter', 'list', '--store', store])).out).toContain('Open ones')
    },
    locations: callsOn(store).map(location => ({ ...location, calls: Math.min(location.calls, 2) })),
  }
}

/** Writes a backup over an older one. */
export function backingUp({ folder, store, backup, trial }: TrialFolder): FaultedOperation {
  const file = join(folder, 'made.backup')
  const partial = join(folder, '.made.backup.sojourn-partial')
  const copy = join(partial, 'sojourn.duckdb')
  const args = ['backup', file, '--replace', '--store', store]
  return {
    name: 'a backup',
    prepare: () => {
      put(trial.stores.abc, store)
      cpSync(backup, file)
    },
    args,
    check: async ended => {
      const { a, abc } = trial.contents
      expect(await contentsIn(store)).toEqual(abc)
      expect(ended.status === 0 ? [abc] : [a, abc]).toContainEqual(await restored(file))
      if (ended.signal === null) expect(existsSync(partial)).toBe(false)
      await done(args)
      expect(await restored(file)).toEqual(abc)
      expect(existsSync(partial)).toBe(false)
    },
    locations: [on('write', 6, copy), on('fsync', 1, copy), on('rename', 1, copy), on('fsync', 1, folder)],
  }
}

/** Restores over a store with more data. */
export function restoring({ store, backup, trial }: TrialFolder): FaultedOperation {
  const args = ['restore', backup, '--replace', '--store', store]
  return {
    name: 'a restore',
    prepare: () => put(trial.stores.abc, store),
    args,
    check: async ended => {
      const { a, abc } = trial.contents
      const left = isStore(store) ? await contentsIn(store) : null
      if (left || ended.status === 0) expect(ended.status === 0 ? [a] : [a, abc]).toContainEqual(left)
      if (left?.batch !== abc.batch) expect(await inQuarantine(store)).toEqual(abc)
      await done(args)
      expect(await contentsIn(store)).toEqual(a)
      expect(readdirSync(store)).toEqual(['quarantine', 'sojourn.duckdb', 'sojourn.duckdb.home', 'store.json'])
    },
    locations: [
      anywhere('copy_file_range', 1),
      anywhere('fsync', 6),
      anywhere('rename', 4),
      on('write', 1, join(store, 'store.json.new')),
    ],
  }
}

function callsOn(store: string): CallLocation[] {
  const [database, log, mark] = ['sojourn.duckdb', 'sojourn.duckdb.wal', 'store.json.new'].map(name =>
    join(store, name),
  )
  return [
    on('write', 8, log!),
    on('fsync', 2, log!),
    on('pwrite64', 4, database!),
    on('fsync', 2, database!),
    on('unlink', 1, log!),
    on('write', 1, mark!),
    on('fsync', 1, mark!),
    on('rename', 1, mark!),
    on('fsync', 1, store),
  ]
}

function on(call: string, calls: number, ...paths: readonly string[]): CallLocation {
  return { call, paths, calls }
}

function anywhere(call: string, calls: number): CallLocation {
  return on(call, calls)
}

function put(from: string, store: string): void {
  rmSync(store, { recursive: true, force: true })
  cpSync(from, store, { recursive: true })
}

/** Returns the contents of a backup. */
async function restored(file: string): Promise<StoreContents> {
  const other = mkdtempSync(join(tmpdir(), 'sojourn-restored-'))
  try {
    await restoreStore(file, other, { replace: false })
    return await contentsIn(other)
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
}

/** Returns the contents of the store in quarantine. */
function inQuarantine(store: string): Promise<StoreContents> {
  const locations = readdirSync(join(store, 'quarantine')).map(name => join(store, 'quarantine', name))
  const location = locations.find(location => existsSync(join(location, 'sojourn.duckdb')))
  return contentsIn(location!)
}
