import { availableParallelism } from 'node:os'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { isUserError, UserError } from '../base/errors.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { plain, type Sql } from '../sql/sql.ts'
import { driver } from './driver.ts'
import { driverFailure } from './driver-failure.ts'
import { KeptConnection } from './kept-connection.ts'
import type { KeptTables, ReportEngine, Snapshot } from './report-engine.ts'
import { type Row, type Run, runQuery } from './run-query.ts'
import { Semaphore } from './semaphore.ts'
import { SharedLock } from './shared-lock.ts'
import { literal, stagingFolder } from './staging-folder.ts'
import { StateCache } from './state-cache.ts'
import { storeFailure } from './store-failure.ts'

/** How much of the machine DuckDB may use. */
export interface EngineLimits {
  /** Of the buffer manager; sorts, joins and kept tables beyond it go to disk. */
  readonly memoryMegabytes: number
  /** Of what goes to disk. */
  readonly temporaryMegabytes: number
  readonly threads: number
}

/** What DuckDB may use unless settings say otherwise. */
export const LIMITS: EngineLimits = {
  memoryMegabytes: 384,
  temporaryMegabytes: 10_240,
  threads: availableParallelism(),
}

/** The most memory of the engine of a staging database. Megabytes. */
const MOST_STAGING = 192

/** The most answers whose tables are kept at once: each holds a connection. */
const MOST_KEPT = 100

/** When a request that finds no place for its tables may come again. Seconds. */
const KEPT_RETRY = 10

/**
 * How much freed memory DuckDB keeps for each of its threads. It returns the rest to the system when a thread is idle.
 *
 * DuckDB's default is 128 MB: what a large report freed stayed with the process, on top of what Node.js then took.
 */
const FLUSH_THRESHOLD = '1MB'

/** The oldest form of file in which a log names the checkpoint that it follows, so that no other is taken for it. */
const FILE_FORM = 'v1.4.0'

/** An open DuckDB file and its connections. The only class that talks to the driver. */
export class Engine implements ReportEngine {
  readonly dialect = duckdb
  /** What was read from the present state. */
  readonly cache = new StateCache()
  readonly #instance: DuckDBInstance
  readonly #idle: DuckDBConnection[] = []
  readonly #room: Semaphore
  /** Snapshots share the memory limit; one that met the limit is repeated alone. */
  readonly #memory = new SharedLock()
  readonly #kept = new Set<KeptTables>()
  #closed = false
  #damage: UserError | null = null

  /** What the engine of a staging database may use beside this one: half its memory at most. */
  readonly stagingLimits: EngineLimits

  /** Told once, when something that was read turns out to be damaged. */
  onDamage: () => Promise<void> = async () => {}

  private constructor(instance: DuckDBInstance, room: number, limits: EngineLimits) {
    this.#instance = instance
    this.stagingLimits = { ...limits, memoryMegabytes: Math.ceil(Math.min(limits.memoryMegabytes / 2, MOST_STAGING)) }
    this.#room = new Semaphore(room)
  }

  /**
   * Opens or makes the file at `path`. Throws what the driver says when it cannot.
   *
   * After opening, the engine is locked down: it reads and writes no other file but those in the staging folder, loads
   * nothing, and takes no new settings.
   */
  static async open(
    path: string,
    limits: EngineLimits,
    temporary: string,
    { readOnly = false }: { readonly readOnly?: boolean } = {},
  ): Promise<Engine> {
    const instance = await driver.DuckDBInstance.create(path, {
      access_mode: readOnly ? 'READ_ONLY' : 'AUTOMATIC',
      storage_compatibility_version: FILE_FORM,
      memory_limit: `${limits.memoryMegabytes}MB`,
      max_temp_directory_size: `${limits.temporaryMegabytes}MB`,
      threads: String(limits.threads),
      temp_directory: temporary,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
      preserve_insertion_order: 'false',
      allocator_flush_threshold: FLUSH_THRESHOLD,
    })
    const engine = new Engine(instance, concurrentQueries(), limits)
    try {
      await engine.use(async connection => {
        await connection.run(`set timezone = 'UTC'`)
        await connection.run(`set allowed_directories = [${literal(stagingFolder(path))}]`)
        await connection.run('set enable_external_access = false')
        await connection.run('set lock_configuration = true')
      })
    } catch (error) {
      engine.close()
      throw error
    }
    return engine
  }

  /** STORE_DAMAGED once something that was read was damaged: nothing can be trusted then, and nothing more is answered. */
  get damage(): UserError | null {
    return this.#damage
  }

  /**
   * Runs `work` on a connection of its own, when there is room for it.
   *
   * Throws STORE_DAMAGED when what it reads is damaged, or was before; and STORE_FAILED when disk or memory do not suffice.
   */
  async use<T>(work: (connection: DuckDBConnection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#room.run(async () => {
      const connection = await this.#connect()
      try {
        return await work(connection)
      } catch (error) {
        throw await this.#inOurWords(error)
      } finally {
        this.#release(connection)
      }
    }, signal)
  }

  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>, signal?: AbortSignal): Promise<T> {
    let wasAlone = true
    const run = () => this.#room.run(() => this.#runSnapshot(work, signal), signal)
    try {
      return await this.#memory.shared(async () => {
        try {
          return await run()
        } finally {
          wasAlone = this.#memory.running === 1
        }
      }, signal)
    } catch (error) {
      if (!isUserError(error, 'QUERY_TOO_LARGE') || wasAlone) throw error
      return this.#memory.exclusive(run, signal)
    }
  }

  async #runSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const connection = await this.#connect()
    const run: Run = query => runQuery(connection, query, signal)
    const tables = new Set<string>()
    let revision: Promise<number> | undefined
    let kept: KeptTables | undefined
    const { writes } = this.cache
    const snapshot: Snapshot = {
      dialect: duckdb,
      run,
      cached: async read => {
        revision ??= readRevision(run)
        const found = await revision
        this.cache.observe(found, writes)
        return this.cache.get(found, read, run)
      },
      keep: async (name, query) => {
        tables.add(name)
        await run({ strings: [`create temp table ${name} as\n`, ''], values: [query] })
      },
      detach: async () => {
        if (this.#kept.size >= MOST_KEPT) throw new UserError('SERVER_BUSY', { retryAfter: KEPT_RETRY })
        await connection.run('commit')
        const own: KeptTables = new KeptConnection(connection, [...tables], {
          run: (query, signal) => this.#runKept(connection, query, signal),
          release: () => {
            this.#kept.delete(own)
            this.#release(connection)
          },
        })
        this.#kept.add(own)
        kept = own
        return own
      },
    }
    try {
      await connection.run('begin transaction read only')
      const result = await work(snapshot)
      if (kept === undefined) await connection.run('rollback')
      return result
    } catch (error) {
      if (kept === undefined) await connection.run('rollback').catch(() => {})
      else await kept.close()
      throw await this.#inOurWords(error)
    } finally {
      if (kept === undefined) this.#release(connection)
    }
  }

  #runKept(connection: DuckDBConnection, query: Sql, signal?: AbortSignal): Promise<Row[]> {
    const run = async () => {
      if (this.#damage) throw this.#damage
      try {
        return await runQuery(connection, query, signal)
      } catch (error) {
        throw await this.#inOurWords(error)
      }
    }
    return this.#memory.shared(() => this.#room.run(run, signal), signal)
  }

  /** Throws STORE_DAMAGED once something that was read was damaged: then nothing else can be trusted. */
  async #connect(): Promise<DuckDBConnection> {
    if (this.#damage) throw this.#damage
    return this.#idle.pop() ?? (await this.#instance.connect())
  }

  #release(connection: DuckDBConnection): void {
    if (this.#closed) connection.closeSync()
    else this.#idle.push(connection)
  }

  /** An error of the driver about its files as one of ours, which tells no path; any other as it is. */
  async #inOurWords(error: unknown): Promise<unknown> {
    if (error instanceof UserError) return error
    const { kind } = driverFailure(error)
    const told = kind === 'damaged' ? await this.#damaged() : storeFailure(error)
    if (told === null) return error
    told.cause = error
    return told
  }

  async #damaged(): Promise<UserError> {
    if (this.#damage === null) {
      this.#damage = new UserError('STORE_DAMAGED', { dir: null, reason: 'a part of its file is damaged' })
      await this.onDamage()
    }
    return this.#damage
  }

  /** How many answers are being read from tables that outlive their snapshot. */
  get kept(): number {
    return this.#kept.size
  }

  /** Closes the tables of all answers. */
  async closeKept(): Promise<void> {
    await Promise.all([...this.#kept].map(tables => tables.close()))
  }

  /** Lets go of the file. No work may be going on. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const connection of this.#idle.splice(0)) connection.closeSync()
    this.#instance.closeSync()
  }
}

async function readRevision(run: Run): Promise<number> {
  const [row] = await run(plain('select revision from store_info'))
  return Number(row?.revision)
}

/** Runs `work` in a transaction: all of it is kept, or nothing when it throws. */
export async function transaction<T>(connection: DuckDBConnection, work: (run: Run) => Promise<T>): Promise<T> {
  await connection.run('begin')
  try {
    const result = await work(query => runQuery(connection, query))
    await connection.run('commit')
    return result
  } catch (error) {
    // The engine may have ended the transaction itself.
    await connection.run('rollback').catch(() => {})
    throw error
  }
}

/**
 * How many queries an engine runs at once; more wait.
 *
 * Each running query holds a thread of libuv's pool; two are left for files and names, or nothing else would go on. They
 * are two at least, so that a long one does not stand in the way of a short one.
 */
export function concurrentQueries(): number {
  return Math.max(2, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 2)
}
