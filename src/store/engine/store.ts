import { statfs } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { Row } from '../../core/base/row.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import { fillBatch, type StagingOptions } from '../batches/fill-batch.ts'
import { withMark } from '../batches/high-water-mark.ts'
import type { BatchOptions, BatchOutcome, ImportBatch, StagedBatch } from '../batches/import-batch.ts'
import { type Merge, mergeBatch } from '../batches/merge-batch.ts'
import { resolveLogNames } from '../batches/resolve-log-names.ts'
import { resolveNames } from '../batches/resolve-names.ts'
import {
  exportsFolder,
  lakeFolder,
  makeStagingFolder,
  removeStagingFolder,
  stagingFolder,
} from '../batches/staging-folder.ts'
import { type Backup, type BackupOptions, backUp } from '../files/backup.ts'
import { LiveFiles } from '../files/live-files.ts'
import { databaseIn, removeStore } from '../files/store-files.ts'
import { stageDictionaries } from '../rows/dictionaries.ts'
import { mapName } from '../rows/log-name-rows.ts'
import { readCatalogue } from '../rows/read-catalogue.ts'
import { readFacts, type StoreFacts } from '../rows/store-facts.ts'
import { plain, type Sql } from '../sql/sql.ts'
import { driverFailure } from './driver-failure.ts'
import { type Engine, type FileSnapshot, transaction } from './engine.ts'
import { type RunningScan, SCAN_PACE, type ScanPace, startScan } from './integrity-scan.ts'
import { readProbe, writeProbe } from './probe.ts'
import type { ReportEngine } from './report-engine.ts'
import type { Run } from './run-query.ts'
import { Semaphore } from './semaphore.ts'

/** With less free space, a disk counts as full, because a failed write might shut DuckDB down. Bytes. */
const LEAST_FREE = 8 * 1024 * 1024

/**
 * An open store: one writer at a time and many readers, which only see complete batches.
 *
 * Created by openStore. Its tables are described in schema.ts.
 */
export class Store {
  /** The folder of the store. */
  readonly dir: string
  readonly #engine: Engine
  /** Serializes batches, from the first row to the commit. Nothing else may change the dictionaries meanwhile. */
  readonly #batches = new Semaphore(1)
  /** Serializes merges and changes. */
  readonly #writer = new Semaphore(1)
  /** Serializes small transactions, which may run during a batch, but not concurrently. */
  readonly #small = new Semaphore(1)
  /** Serializes exports, which `close` waits for. */
  readonly #exports = new Semaphore(1)
  readonly #files: LiveFiles
  /** Whether its files are being copied, or soon will be. Nothing is written then. */
  #copying = false
  #probing: Promise<void> | undefined
  #isDiscarded = false

  #dataChanges = 0

  /** Called after issues were imported or removed. */
  onBatch: (() => void) | null = null

  constructor(dir: string, engine: Engine) {
    this.dir = dir
    this.#engine = engine
    this.#files = new LiveFiles(dir)
  }

  /** The engine that runs reports. */
  get reports(): ReportEngine {
    return this.#engine
  }

  /** Runs snapshots that host another engine. */
  get host(): Pick<Engine, 'hostSnapshot'> {
    return this.#engine
  }

  /** The number of responses that are being read from spooled tables. */
  get openAnswers(): number {
    return this.#engine.spool
  }

  /** Runs `work` over a snapshot of the store. Rejects with the signal's reason when aborted. */
  snapshot<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#engine.snapshot(({ run }) => work(run), signal)
  }

  /** Returns the rows of one query. */
  query(query: Sql, signal?: AbortSignal): Promise<Row[]> {
    return this.snapshot(run => run(query), signal)
  }

  /** Returns the result of `read` for the current state. It runs once after each write. */
  cached<T>(read: (run: Run) => Promise<T>): Promise<T> {
    return this.#engine.cache.latest(read) ?? this.#engine.snapshot(({ cached }) => cached(read))
  }

  /** Returns the catalogue, read once after each write. */
  catalogue(): Promise<Catalogue> {
    return this.cached(readCatalogue)
  }

  /**
   * Runs `work` to fill a batch, and imports it completely; nothing is imported if `work` throws.
   *
   * `source` is the origin of the batch. Batches wait for one another. Throws IMPORT_CONFLICT.
   */
  importBatch(
    source: string,
    work: (batch: ImportBatch) => Promise<unknown>,
    options?: BatchOptions,
  ): Promise<BatchOutcome> {
    return this.stage(source, location => fillBatch(location, work), options)
  }

  /**
   * Imports a batch that `fill` fills elsewhere with fillBatch, for example in another thread.
   *
   * The store can be written while the batch is filled; only the merge blocks other writers.
   */
  stage(
    source: string,
    fill: (location: StagingOptions) => Promise<StagedBatch>,
    options: BatchOptions = {},
  ): Promise<BatchOutcome> {
    return this.#batches.run(async () => {
      const folder = stagingFolder(databaseIn(this.dir))
      try {
        makeStagingFolder(folder)
        await this.#engine.use(connection => stageDictionaries(connection, folder))
        const staged = await fill({ folder, ...this.#engine.stagingLimits })
        return await this.#writer.run(() => this.#merge({ folder, source, staged, ...options }))
      } finally {
        removeStagingFolder(folder)
      }
    })
  }

  #merge(merge: Merge): Promise<BatchOutcome> {
    return this.#engine.cache.writing(async () => {
      try {
        const outcome = await this.#engine.use(connection => mergeBatch(connection, this.dir, merge))
        this.#changedData()
        return outcome
      } finally {
        this.#engine.cache.invalidate()
      }
    })
  }

  /** Runs `work` to remove issues or projects in one transaction. Waits for running batches. */
  async remove<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const result = await this.#batches.run(() => this.transact(work))
    this.#changedData()
    return result
  }

  /** Runs `work` in a transaction for a small change. It waits for merges, and merges wait for it. */
  transact<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#transact(work, () => this.#engine.cache.invalidate())
  }

  /** Maps a log name to a field, or removes its mapping, in one transaction with all stored issues. Waits for batches. */
  async mapLogName(name: string, field: string | null): Promise<void> {
    await this.#batches.run(() =>
      this.#transact(
        async (run, connection) => {
          for (const statement of mapName(name, field)) await run(statement)
          await resolveLogNames(connection)
          await resolveNames(connection)
        },
        () => this.#engine.cache.invalidate(),
      ),
    )
    this.#changedData()
  }

  /** How often issues were imported or removed since the store was opened. */
  get dataChanges(): number {
    return this.#dataChanges
  }

  #changedData(): void {
    this.#dataChanges++
    this.onBatch?.()
  }

  /** Runs a transaction on tables from which nothing is cached, so the cache stays valid. */
  transactKeepingCache<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#transact(work, ({ revision }) => this.#engine.cache.advance(revision))
  }

  #transact<T>(
    work: (run: Run, connection: DuckDBConnection) => Promise<T>,
    committed: (facts: StoreFacts) => void,
  ): Promise<T> {
    const write = (mark: (facts: StoreFacts) => Promise<void>) =>
      this.#engine.cache.writing(async () => {
        const { result, facts } = await this.#inTransaction(async (run, connection) => {
          const result = await work(run, connection)
          await run(plain('update store_info set revision = revision + 1'))
          const facts = await readFacts(run)
          await mark(facts)
          return { result, facts }
        })
        committed(facts)
        return result
      })
    return this.#writer.run(() => withMark(this.dir, write))
  }

  /**
   * Runs `work` in a transaction for data that may be lost without harm, such as the time of last use.
   *
   * It does not wait for batches, and the cache stays valid. `work` must only write tables that batches do not write
   * and from which nothing is cached.
   */
  bestEffort<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#inTransaction(work)
  }

  #inTransaction<T>(work: (run: Run, connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#small.run(() => this.#engine.use(connection => transaction(connection, run => work(run, connection))))
  }

  /** The folder in which `exportFiles` writes. DuckDB can read files there. */
  get lakeFolder(): string {
    return lakeFolder(databaseIn(this.dir))
  }

  /** Runs `work` over one state of the store. Its queries may write files to the folder of the lake. */
  exportFiles<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#exports.run(() => this.#engine.longSnapshot(work, signal), signal)
  }

  /** The folder of the files of exports. */
  get exportsFolder(): string {
    return exportsFolder(databaseIn(this.dir))
  }

  /** Runs `work` over one state of the store. It may write files to the folder of exports; see Engine.fileSnapshot. */
  fileSnapshot<T>(work: (snapshot: FileSnapshot) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#engine.fileSnapshot(work, signal)
  }

  /**
   * Tests that the store can be written and read, or throws.
   *
   * It does not wait for batches. While a backup copies the files, it only reads. Throws STORE_DAMAGED, and
   * STORE_FAILED for a full disk.
   */
  probe(): Promise<void> {
    // Concurrent callers share one probe.
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  async #probe(): Promise<void> {
    if (this.#engine.damage) throw this.#engine.damage
    const { bavail, bsize } = await statfs(this.dir)
    if (bavail * bsize < LEAST_FREE)
      throw new UserError('STORE_FAILED', { dir: null, reason: 'no space left on device' })
    if (this.#copying) return void (await this.snapshot(readProbe))
    const now = Date.now()
    const kept = await this.bestEffort(async run => {
      await writeProbe(run, now)
      return readProbe(run)
    })
    if (kept !== now) throw new Error('the store does not keep what is written to it')
  }

  /** Starts to read the whole store in the background, to find damage; see startScan. */
  startScan(pace: ScanPace = SCAN_PACE): RunningScan {
    return startScan(this.#engine, pace)
  }

  /**
   * Backs up the store to `file`: one database with exactly the acknowledged transactions.
   *
   * Blocks other writers while it copies. Throws OPTION_INVALID for an invalid path, and BACKUP_FAILED; then the
   * existing file is unchanged.
   */
  backup(file: string, options: BackupOptions): Promise<Backup> {
    return backUp(file, this.dir, options, folder => this.#copyTo(folder)).catch(async error => {
      // The store is then read completely when it is next opened.
      if (isUserError(error) && driverFailure(error.cause).kind === 'damaged') await this.#engine.onDamage()
      throw error
    })
  }

  /** Copies the files between two transactions, and returns their facts. */
  #copyTo(folder: string): Promise<StoreFacts> {
    return this.#writer.run(async () => {
      this.#copying = true
      try {
        return await this.#small.run(async () => {
          // Impossible while others read; then the log is copied too.
          await this.#engine.use(connection => connection.run('checkpoint')).catch(() => {})
          const facts = await this.snapshot(readFacts)
          await this.#files.copyTo(folder)
          return facts
        })
      } finally {
        this.#copying = false
      }
    })
  }

  /** Makes close remove the store if nothing was ever stored in it, for a failed import that created it. */
  async discardIfUnused(): Promise<void> {
    const { revision } = await this.snapshot(readFacts)
    this.#isDiscarded = revision === 0
  }

  /** Closes the store when the writer and the export have finished. */
  async close(): Promise<void> {
    await this.#exports.run(() => this.#close())
  }

  #close(): Promise<void> {
    return this.#batches.run(() =>
      this.#writer.run(() =>
        this.#small.run(async () => {
          await this.#engine.closeSpools()
          this.#engine.close()
          await this.#files.close()
          if (this.#isDiscarded) removeStore(this.dir)
        }),
      ),
    )
  }
}
