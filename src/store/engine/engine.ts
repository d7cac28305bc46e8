import { availableParallelism } from 'node:os'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { Row } from '../../core/base/row.ts'
import { type FilledColumn, fillTable } from '../batches/fill-table.ts'
import { exportsFolder, lakeFolder, literal, stagingFolder } from '../batches/staging-folder.ts'
import { copyToWorkFile, viewWorkFile, wideColumns } from '../files/work-files.ts'
import { readCatalogue } from '../rows/read-catalogue.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { plain, type Sql, sql } from '../sql/sql.ts'
import { type StatusStays, statusStaysOf } from '../sql/status-stays.ts'
import { driver } from './driver.ts'
import { driverFailure } from './driver-failure.ts'
import type { ReportEngine, Snapshot, SpooledTables, SpoolQueries } from './report-engine.ts'
import { type Run, runQuery, runRepeatedQuery } from './run-query.ts'
import { Semaphore } from './semaphore.ts'
import { SharedLock } from './shared-lock.ts'
import { beginSnapshot, rollbackSnapshot } from './snapshot-statements.ts'
import { SpoolConnection } from './spool-connection.ts'
import { StateCache } from './state-cache.ts'
import { storeFailure } from './store-failure.ts'

/** Resource limits of DuckDB. */
export interface EngineLimits {
  /** The limit of the buffer manager. Larger sorts, joins and temporary tables spill to disk. */
  readonly memoryMegabytes: number
  /** The limit of the data spilled to disk. */
  readonly temporaryMegabytes: number
  readonly threads: number
}

/** The default limits. */
export const LIMITS: EngineLimits = {
  memoryMegabytes: 384,
  temporaryMegabytes: 10_240,
  threads: availableParallelism(),
}

/** The maximum memory of the engine of a staging database. Megabytes. */
const MAX_STAGING_MEGABYTES = 192

/** The maximum number of spools at a time. Each occupies a connection. */
const MAX_SPOOLS = 100

/** The Retry-After of a request that exceeds the number of spools. Seconds. */
const SPOOL_RETRY = 10

/**
 * The freed memory that DuckDB keeps for each of its threads. Idle threads return the rest to the system.
 *
 * With DuckDB's default of 128 MB, memory freed by a large report would stay with the process.
 */
const FLUSH_THRESHOLD = '1MB'

/**
 * The oldest file format whose log names the checkpoint it belongs to, so that it cannot be replayed over another one.
 */
const FILE_FORMAT = 'v1.4.0'

/** A snapshot whose spooled tables can be filled with rows from elsewhere. */
export interface HostSnapshot extends Snapshot {
  /** Creates the spooled table `name` with rows of another database. */
  readonly fill: (
    name: string,
    columns: readonly FilledColumn[],
    parts: AsyncIterable<readonly (readonly unknown[])[]>,
  ) => Promise<void>
}

/** A snapshot that spools to files. */
export interface FileSnapshot extends Snapshot {
  /** Returns this snapshot with the spooled tables as Parquet files in `folder`, which exists and has no such files. */
  readonly spoolingTo: (folder: string) => Snapshot
}

/** An open DuckDB file with its connections. Apart from staging, only this class uses the driver. */
export class Engine implements ReportEngine {
  readonly isPublished = false
  /** Cached data of the current state. */
  readonly cache = new StateCache()
  readonly #instance: DuckDBInstance
  readonly #idle: DuckDBConnection[] = []
  readonly #slots: Semaphore
  /** Snapshots share the memory limit. A snapshot that exceeds it is repeated alone. */
  readonly #memory = new SharedLock()
  readonly #spools = new Set<SpooledTables>()
  #closed = false
  #damage: UserError | null = null

  /** The limits of a staging database that runs next to this engine: at most half its memory. */
  readonly stagingLimits: EngineLimits

  /** Called once when data that was read turns out to be damaged. */
  onDamage: () => Promise<void> = async () => {}

  private constructor(instance: DuckDBInstance, slots: number, limits: EngineLimits) {
    this.#instance = instance
    this.stagingLimits = {
      ...limits,
      memoryMegabytes: Math.ceil(Math.min(limits.memoryMegabytes / 2, MAX_STAGING_MEGABYTES)),
    }
    this.#slots = new Semaphore(slots)
  }

  /**
   * Opens or creates the file at `path`. Throws the error of the driver.
   *
   * After opening, the engine is locked: it only accesses this file and those in the folders of staging, of the lake and
   * of exports, loads no extensions, and accepts no new settings.
   */
  static async open(
    path: string,
    limits: EngineLimits,
    temporary: string,
    { readOnly = false }: { readonly readOnly?: boolean } = {},
  ): Promise<Engine> {
    const instance = await driver.DuckDBInstance.create(path, {
      access_mode: readOnly ? 'READ_ONLY' : 'AUTOMATIC',
      storage_compatibility_version: FILE_FORMAT,
      memory_limit: `${limits.memoryMegabytes}MB`,
      max_temp_directory_size: `${limits.temporaryMegabytes}MB`,
      threads: String(limits.threads),
      temp_directory: temporary,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
      preserve_insertion_order: 'false',
      // Fixes the state of a snapshot when it begins, not with its first query.
      immediate_transaction_mode: 'true',
      allocator_flush_threshold: FLUSH_THRESHOLD,
    })
    const engine = new Engine(instance, concurrentQueries(), limits)
    try {
      await engine.use(async connection => {
        await connection.run(`set timezone = 'UTC'`)
        const folders = [stagingFolder(path), lakeFolder(path), exportsFolder(path)].map(literal)
        await connection.run(`set allowed_directories = [${folders.join(', ')}]`)
        await connection.run('set enable_external_access = false')
        await connection.run('set lock_configuration = true')
      })
    } catch (error) {
      engine.close()
      throw error
    }
    return engine
  }

  /** STORE_DAMAGED after damaged data was read. Nothing can be trusted then, so all further requests fail. */
  get damage(): UserError | null {
    return this.#damage
  }

  /**
   * Runs `work` on its own connection, waiting for a free slot.
   *
   * Throws STORE_DAMAGED if damaged data was read, now or before, and STORE_FAILED if disk space or memory is
   * insufficient.
   */
  async use<T>(work: (connection: DuckDBConnection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#slots.run(async () => {
      const connection = await this.#connect()
      try {
        return await work(connection)
      } catch (error) {
        throw await this.#toUserError(error)
      } finally {
        this.#release(connection)
      }
    }, signal)
  }

  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>, signal?: AbortSignal): Promise<T> {
    let wasAlone = true
    const run = () => this.#slots.run(() => this.#runSnapshot(work, signal), signal)
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

  /**
   * Runs `work` over a snapshot that mostly waits for another engine. Others run between its queries.
   *
   * Rejects as `snapshot`, but never repeats the work.
   */
  hostSnapshot<T>(work: (snapshot: HostSnapshot) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#runSnapshot(work, signal, connection => query => this.#runSpooled(connection, query, signal))
  }

  async #runSnapshot<T>(
    work: (snapshot: HostSnapshot & FileSnapshot) => Promise<T>,
    signal?: AbortSignal,
    runOn?: (connection: DuckDBConnection) => Run,
  ): Promise<T> {
    const connection = await this.#connect()
    const run = runOn?.(connection) ?? (query => runRepeatedQuery(connection, query, signal))
    // DuckDB changes the query in a `create table ... as` when it runs, so such a statement cannot run again.
    const runOnce = runOn?.(connection) ?? (query => runQuery(connection, query, signal))
    const tables = new Set<string>()
    let revision: number | null = null
    let kept: SpooledTables | undefined
    const { writes } = this.cache
    const cached: Snapshot['cached'] = async read => {
      if (revision === null) {
        revision = await readRevision(run)
        this.cache.observe(revision, writes)
      }
      return this.cache.get(revision, read, run)
    }
    const spool: SpoolQueries['spool'] = async (name, query) => {
      tables.add(name)
      await runOnce({ strings: [`create temp table ${name} as\n`, ''], values: [query] })
    }
    const snapshot: HostSnapshot & FileSnapshot = {
      dialect: duckdb,
      run,
      cached,
      spool: (name, query, finish) => spool(name, finish ? finish(sql`(${query})`) : query),
      spooled: { dialect: duckdb, run, spool },
      statusStays: () => cached(readStatusStays),
      present: { run, cached },
      readCatalogue,
      restrict: null,
      fill: async (name, columns, parts) => {
        tables.add(name)
        await fillTable(connection, name, columns, parts)
      },
      spoolingTo: folder => {
        const toFile: SpoolQueries['spool'] = async (name, query) => {
          await run(copyToWorkFile(folder, name, query, await wideColumns(query, run)))
          // The end of the transaction removes the view.
          await viewWorkFile(folder, name, run)
        }
        return {
          ...snapshot,
          spool: (name, query, finish) => toFile(name, finish ? finish(sql`(${query})`) : query),
          spooled: { dialect: duckdb, run, spool: toFile },
        }
      },
      detach: async () => {
        if (this.#spools.size >= MAX_SPOOLS) throw new UserError('SERVER_BUSY', { retryAfter: SPOOL_RETRY })
        await connection.run('commit')
        const own: SpooledTables = new SpoolConnection(connection, [...tables], {
          run: (query, signal) => this.#runSpooled(connection, query, signal),
          release: () => {
            this.#spools.delete(own)
            this.#release(connection)
          },
        })
        this.#spools.add(own)
        kept = own
        return own
      },
    }
    try {
      await beginSnapshot(connection)
      revision = this.cache.revisionSince(writes)
      const result = await work(snapshot)
      if (kept === undefined) await rollbackSnapshot(connection)
      return result
    } catch (error) {
      if (kept === undefined) await rollbackSnapshot(connection).catch(() => {})
      else await kept.close()
      throw await this.#toUserError(error)
    } finally {
      if (kept === undefined) this.#release(connection)
    }
  }

  /**
   * Runs `work` over a snapshot that may last for minutes and writes files. Others run between its queries.
   *
   * If `work` exceeds the memory limit, it is repeated alone, so it starts its files anew.
   */
  async fileSnapshot<T>(work: (snapshot: FileSnapshot) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await this.#runSnapshot(work, signal, connection => query => this.#runSpooled(connection, query, signal))
    } catch (error) {
      if (!isUserError(error, 'QUERY_TOO_LARGE')) throw error
      return this.#memory.exclusive(() => this.#slots.run(() => this.#runSnapshot(work, signal), signal), signal)
    }
  }

  /**
   * Runs `work` over a snapshot that may last for minutes. Between its queries, others run.
   *
   * Unlike the queries of `snapshot`, these may write files.
   */
  async longSnapshot<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const connection = await this.#connect()
    try {
      await beginSnapshot(connection)
      return await work(query => this.#runSpooled(connection, query, signal))
    } finally {
      await rollbackSnapshot(connection).catch(() => {})
      this.#release(connection)
    }
  }

  #runSpooled(connection: DuckDBConnection, query: Sql, signal?: AbortSignal): Promise<Row[]> {
    const run = async () => {
      if (this.#damage) throw this.#damage
      try {
        return await runQuery(connection, query, signal)
      } catch (error) {
        throw await this.#toUserError(error)
      }
    }
    return this.#memory.shared(() => this.#slots.run(run, signal), signal)
  }

  /** Throws STORE_DAMAGED after damaged data was read. */
  async #connect(): Promise<DuckDBConnection> {
    if (this.#damage) throw this.#damage
    return this.#idle.pop() ?? (await this.#instance.connect())
  }

  #release(connection: DuckDBConnection): void {
    if (this.#closed) connection.closeSync()
    else this.#idle.push(connection)
  }

  /** Converts file errors of the driver to user errors without paths. Returns other errors unchanged. */
  async #toUserError(error: unknown): Promise<unknown> {
    if (error instanceof UserError) return error
    const { kind } = driverFailure(error)
    const failure = kind === 'damaged' ? await this.#damaged() : storeFailure(error)
    if (failure === null) return error
    failure.cause = error
    return failure
  }

  async #damaged(): Promise<UserError> {
    if (this.#damage === null) {
      this.#damage = new UserError('STORE_DAMAGED', { dir: null, reason: 'a part of its file is damaged' })
      await this.onDamage()
    }
    return this.#damage
  }

  /** The number of open spools. */
  get spool(): number {
    return this.#spools.size
  }

  /** Closes all spools. */
  async closeSpools(): Promise<void> {
    await Promise.all([...this.#spools].map(tables => tables.close()))
  }

  /** Closes the file. No work may be running. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const connection of this.#idle.splice(0)) connection.closeSync()
    this.#instance.closeSync()
  }
}

async function readStatusStays(run: Run): Promise<StatusStays> {
  const [row] = await run(statusStaysOf)
  return { tile: row!.tile === true, haveEmpty: row!.have_empty === true }
}

async function readRevision(run: Run): Promise<number> {
  const [row] = await run(plain('select revision from store_info'))
  return Number(row?.revision)
}

/** Runs `work` in a transaction, and rolls back if it throws. */
export async function transaction<T>(connection: DuckDBConnection, work: (run: Run) => Promise<T>): Promise<T> {
  await connection.run('begin')
  try {
    const result = await work(query => runQuery(connection, query))
    await connection.run('commit')
    return result
  } catch (error) {
    // DuckDB may have ended the transaction itself.
    await connection.run('rollback').catch(() => {})
    throw error
  }
}

/**
 * Returns the number of concurrent queries of an engine; more are queued.
 *
 * Each running query occupies a thread of libuv's pool. Two threads are reserved for files and DNS. There are at least
 * two slots, so that a long query does not block a short one.
 */
export function concurrentQueries(): number {
  return Math.max(2, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 2)
}
