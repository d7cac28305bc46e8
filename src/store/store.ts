import { statfs } from 'node:fs/promises'
import { isUserError, UserError } from '../base/errors.ts'
import type { Catalogue } from '../catalogue/model.ts'
import { bigint, plain, type Sql, sql } from '../sql/sql.ts'
import { type Backup, type BackupOptions, backUp } from './backup.ts'
import { stageDictionaries } from './dictionaries.ts'
import { driverFailure } from './driver-failure.ts'
import { type Engine, transaction } from './engine.ts'
import { fillBatch, type StagingOptions } from './fill-batch.ts'
import { withMark } from './high-water-mark.ts'
import type { BatchOptions, BatchOutcome, ImportBatch, StagedBatch } from './import-batch.ts'
import { type RunningScan, SCAN_PACE, type ScanPace, startScan } from './integrity-scan.ts'
import { LiveFiles } from './live-files.ts'
import { type Merge, mergeBatch } from './merge-batch.ts'
import { readCatalogue } from './read-catalogue.ts'
import type { ReportEngine } from './report-engine.ts'
import type { Row, Run } from './run-query.ts'
import { Semaphore } from './semaphore.ts'
import { makeStagingFolder, removeStagingFolder, stagingFolder } from './staging-folder.ts'
import { readFacts, type StoreFacts } from './store-facts.ts'
import { databaseIn, removeStore } from './store-files.ts'

const PROBED = plain('select at_ms from probe')

/** With less free space than this, a disk counts as full: a write might end the engine. Bytes. */
const LEAST_FREE = 8 * 1024 * 1024

/**
 * An open store: one writer at a time, many readers, each of whom sees whole batches only.
 *
 * Made by openStore. What it keeps is described in schema.ts.
 */
export class Store {
  /** The folder it lies in. */
  readonly dir: string
  readonly #engine: Engine
  /** The turn of batches, from the first row to the commit: no other may change the dictionaries meanwhile. */
  readonly #batches = new Semaphore(1)
  /** The turn of merges and changes. */
  readonly #writer = new Semaphore(1)
  /** The turn of small transactions, which may run beside a batch, but not beside one another. */
  readonly #small = new Semaphore(1)
  readonly #files: LiveFiles
  /** Whether its files are being copied, or soon will be: then nobody writes. */
  #copying = false
  #probing: Promise<void> | undefined
  #isDiscarded = false

  constructor(dir: string, engine: Engine) {
    this.dir = dir
    this.#engine = engine
    this.#files = new LiveFiles(dir)
  }

  /** What runs reports over the store. */
  get reports(): ReportEngine {
    return this.#engine
  }

  /** How many answers are being read from tables that outlive their snapshot. */
  get openAnswers(): number {
    return this.#engine.kept
  }

  /** Runs `work` over one unchanging state of the store. Rejects with the signal's reason when it is aborted. */
  snapshot<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#engine.snapshot(({ run }) => work(run), signal)
  }

  /** Returns the rows of one query. */
  query(query: Sql, signal?: AbortSignal): Promise<Row[]> {
    return this.snapshot(run => run(query), signal)
  }

  /** Returns what `read` returns for the present state. It runs once after each write. */
  cached<T>(read: (run: Run) => Promise<T>): Promise<T> {
    return this.#engine.cache.latest(read) ?? this.#engine.snapshot(({ cached }) => cached(read))
  }

  /** The dictionaries, read once after each write. */
  catalogue(): Promise<Catalogue> {
    return this.cached(readCatalogue)
  }

  /**
   * Lets `work` fill a batch, and keeps it whole when `work` succeeds; nothing of it is kept when `work` throws.
   *
   * `source` says where the batch came from. Batches wait for one another. Throws IMPORT_CONFLICT.
   */
  importBatch(
    source: string,
    work: (batch: ImportBatch) => Promise<unknown>,
    options?: BatchOptions,
  ): Promise<BatchOutcome> {
    return this.stage(source, location => fillBatch(location, work), options)
  }

  /**
   * The same with a batch that `fill` fills elsewhere, for example in another thread, by fillBatch.
   *
   * While it is filled, the store can be written: only the merge takes the writer's turn.
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

  async #merge(merge: Merge): Promise<BatchOutcome> {
    try {
      return await this.#engine.use(connection => mergeBatch(connection, this.dir, merge))
    } finally {
      this.#engine.cache.invalidate()
    }
  }

  /** Lets `work` remove issues or projects in one transaction; no batch is filled meanwhile. */
  remove<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#batches.run(() => this.transact(work))
  }

  /** Lets `work` change something small in one transaction; it waits for merges, and merges for it. */
  transact<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#transact(work, () => this.#engine.cache.invalidate())
  }

  /** The same for tables that nothing cached was read from: the cache stays valid. */
  transactKeepingCache<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#transact(work, ({ revision }) => this.#engine.cache.advance(revision))
  }

  #transact<T>(work: (run: Run) => Promise<T>, committed: (facts: StoreFacts) => void): Promise<T> {
    return this.#writer.run(() =>
      withMark(this.dir, async mark => {
        const { result, facts } = await this.bestEffort(async run => {
          const result = await work(run)
          await run(plain('update store_info set revision = revision + 1'))
          const facts = await readFacts(run)
          await mark(facts)
          return { result, facts }
        })
        committed(facts)
        return result
      }),
    )
  }

  /**
   * Lets `work` note something that may be lost without harm, in one transaction: a moment of last use, for example.
   *
   * It waits for no batch, and what is remembered stays remembered: `work` writes to tables of its own that no batch
   * writes to and nothing remembered was read from.
   */
  bestEffort<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#small.run(() => this.#engine.use(connection => transaction(connection, work)))
  }

  /**
   * Shows that the store can be written and read, or throws; what it writes means nothing.
   *
   * It waits for no batch. While a backup copies the files it only reads. Throws STORE_DAMAGED, and STORE_FAILED for a
   * full disk.
   */
  probe(): Promise<void> {
    // One at a time: whoever asks meanwhile gets the same answer.
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  async #probe(): Promise<void> {
    if (this.#engine.damage) throw this.#engine.damage
    const { bavail, bsize } = await statfs(this.dir)
    if (bavail * bsize < LEAST_FREE) throw new UserError('STORE_FAILED', { reason: 'no space left on device' })
    if (this.#copying) return void (await this.query(PROBED))
    const now = Date.now()
    const [row] = await this.bestEffort(async run => {
      await run(sql`update probe set at_ms = ${bigint(now)}`)
      return run(PROBED)
    })
    if (Number(row?.at_ms) !== now) throw new Error('the store does not keep what is written to it')
  }

  /** Starts to read the whole store in the background, to find damage; see startScan. */
  startScan(pace: ScanPace = SCAN_PACE): RunningScan {
    return startScan(this.#engine, pace)
  }

  /**
   * Puts a copy of the store into `file`: one database that holds all acknowledged transactions and nothing of any other.
   *
   * It takes the writer's turn for as long as copying takes. Throws OPTION_INVALID for a place it cannot be, and
   * BACKUP_FAILED; then nothing is in the place that was not there before.
   */
  backup(file: string, options: BackupOptions): Promise<Backup> {
    return backUp(file, this.dir, options, folder => this.#copyTo(folder)).catch(async error => {
      // Then the store is looked through when it is opened next.
      if (isUserError(error) && driverFailure(error.cause).kind === 'damaged') await this.#engine.onDamage()
      throw error
    })
  }

  /** Copies the files as they are between two transactions, and gives what they hold. */
  #copyTo(folder: string): Promise<StoreFacts> {
    return this.#writer.run(async () => {
      this.#copying = true
      try {
        return await this.#small.run(async () => {
          // Not possible while others read; then the log is copied too.
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

  /** Lets close remove the store when nothing was ever kept in it: for an import that made it, and failed. */
  async discardIfUnused(): Promise<void> {
    const { revision } = await this.snapshot(readFacts)
    this.#isDiscarded = revision === 0
  }

  /** Lets go of the store when the writer has finished. */
  close(): Promise<void> {
    return this.#batches.run(() =>
      this.#writer.run(() =>
        this.#small.run(async () => {
          await this.#engine.closeKept()
          this.#engine.close()
          await this.#files.close()
          if (this.#isDiscarded) removeStore(this.dir)
        }),
      ),
    )
  }
}
