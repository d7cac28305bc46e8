import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api'
import { UserError } from '../base/errors.ts'
import type { SqlParameter, SqlQuery, SqlType } from '../sql/sql.ts'
import { driverFailure } from './driver-failure.ts'
import { Semaphore } from './semaphore.ts'

/** One line of an answer: column name to value. Whole numbers of 64 bits and more come as bigint. */
export type Row = Readonly<Record<string, unknown>>

/** Runs one query and gives all its rows. */
export type Run = (query: SqlQuery) => Promise<Row[]>

/** How much of the machine the engine may use. */
export interface EngineLimits {
  /** Of the buffer manager; sorts and joins beyond it go to disk. */
  readonly memoryMegabytes: number
  readonly threads: number
}

/** What the engine may use unless more is said. */
export const LIMITS: EngineLimits = { memoryMegabytes: 256, threads: 2 }

const TYPES: Record<SqlType, DuckDBType> = {
  bigint: BIGINT,
  double: DOUBLE,
  varchar: VARCHAR,
  boolean: BOOLEAN,
  'bigint[]': LIST(BIGINT),
  // As a text that is JSON, see textList.
  'varchar[]': VARCHAR,
}

const INTERRUPT_EVERY_MS = 10

/** The oldest form of file in which a log names the checkpoint that it follows, so that no other is taken for it. */
const FILE_FORM = 'v1.4.0'

/** An open DuckDB file, its connections, and the care they need. The only thing that talks to the driver. */
export class Engine {
  readonly #instance: DuckDBInstance
  readonly #idle: DuckDBConnection[] = []
  readonly #room: Semaphore
  #closed = false
  #damage: UserError | null = null

  /** Told once, when something that was read turns out to be damaged. */
  onDamage: () => void = () => {}

  private constructor(instance: DuckDBInstance, room: number) {
    this.#instance = instance
    this.#room = new Semaphore(room)
  }

  /**
   * Opens or makes the file at `path`. Throws what the driver says when it cannot.
   *
   * After opening, the engine is locked down: it reads and writes no other file, loads nothing, and takes no new settings.
   */
  static async open(
    path: string,
    limits: EngineLimits,
    temporary: string,
    { readOnly = false }: { readonly readOnly?: boolean } = {},
  ): Promise<Engine> {
    const instance = await DuckDBInstance.create(path, {
      access_mode: readOnly ? 'READ_ONLY' : 'AUTOMATIC',
      storage_compatibility_version: FILE_FORM,
      memory_limit: `${limits.memoryMegabytes}MB`,
      threads: String(limits.threads),
      temp_directory: temporary,
      enable_external_access: 'false',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
      preserve_insertion_order: 'false',
    })
    const engine = new Engine(instance, concurrentQueries())
    try {
      await engine.use(async connection => {
        await connection.run(`set timezone = 'UTC'`)
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
  use<T>(work: (connection: DuckDBConnection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#room.run(async () => {
      if (this.#damage) throw this.#damage
      const connection = this.#idle.pop() ?? (await this.#instance.connect())
      try {
        return await work(connection)
      } catch (error) {
        throw this.#inOurWords(error)
      } finally {
        if (this.#closed) connection.closeSync()
        else this.#idle.push(connection)
      }
    }, signal)
  }

  /** Runs `work` over one unchanging state of the data: what is committed meanwhile is not seen. */
  snapshot<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.use(async connection => {
      await connection.run('begin transaction read only')
      try {
        return await work(query => runQuery(connection, query, signal))
      } finally {
        await connection.run('rollback')
      }
    }, signal)
  }

  /** An error of the driver about its files as one of ours, which tells no path; any other as it is. */
  #inOurWords(error: unknown): unknown {
    if (error instanceof UserError) return error
    const { kind } = driverFailure(error)
    const told = kind === 'damaged' ? this.#damaged() : storeFailure(error)
    if (told === null) return error
    told.cause = error
    return told
  }

  #damaged(): UserError {
    if (this.#damage === null) {
      this.#damage = new UserError('STORE_DAMAGED', { dir: null, reason: 'a part of its file is damaged' })
      this.onDamage()
    }
    return this.#damage
  }

  /** Lets go of the file. No work may be going on. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const connection of this.#idle.splice(0)) connection.closeSync()
    this.#instance.closeSync()
  }
}

/** What the driver says of the disk and the memory, in our words; `null` when it speaks of anything else. */
function storeFailure(error: unknown): UserError | null {
  const failure = driverFailure(error)
  if (failure.kind === 'hindered') return new UserError('STORE_FAILED', { reason: failure.reason })
  if (failure.kind === 'ended') return new UserError('STORE_FAILED', { reason: 'its files cannot be read or written' })
  return null
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

/**
 * Runs a query to its end (QUERY_TOO_LARGE when the engine's memory does not suffice), or, when `signal` is aborted, until the engine has let go of it; then rejects with the
 * signal's reason.
 */
export async function runQuery(connection: DuckDBConnection, query: SqlQuery, signal?: AbortSignal): Promise<Row[]> {
  signal?.throwIfAborted()
  let interrupting: NodeJS.Timeout | undefined
  // An interrupt is lost on a query that still waits for a thread, so it is repeated until the query has settled.
  const interrupt = () => {
    interrupting ??= setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS)
    connection.interrupt()
  }
  signal?.addEventListener('abort', interrupt, { once: true })
  try {
    const { values, types } = bindings(query.parameters)
    const reader = await connection.runAndReadAll(query.text, values, types)
    return reader.getRowObjectsJS() as Row[]
  } catch (error) {
    signal?.throwIfAborted()
    if (/^Out of Memory Error/.test(String((error as Error).message))) throw new UserError('QUERY_TOO_LARGE')
    throw error
  } finally {
    clearInterval(interrupting)
    signal?.removeEventListener('abort', interrupt)
  }
}

function bindings(parameters: readonly SqlParameter[]): { values: DuckDBValue[]; types: DuckDBType[] } {
  return {
    values: parameters.map(({ type, value }) =>
      Array.isArray(value)
        ? type === 'varchar[]'
          ? textList(value)
          : listValue(value.map(toDriver))
        : type === 'double'
          ? (value as number)
          : toDriver(value as number | bigint | string | boolean | null),
    ),
    types: parameters.map(({ type }) => TYPES[type]),
  }
}

/** The engine reads none in JSON. */
const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * A list of texts as JSON, which is how the dialect reads one: handing over half a million of them one by one would take
 * the driver more than a second, in which nothing else goes on.
 */
function textList(texts: readonly (string | null)[]): string {
  return JSON.stringify(texts.map(text => text?.replace(LONE_SURROGATE, '\ufffd') ?? null))
}

function toDriver(value: number | bigint | string | boolean | null): DuckDBValue {
  return typeof value === 'number' ? BigInt(value) : value
}
