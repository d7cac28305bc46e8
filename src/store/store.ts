import { isUserError } from '../base/errors.ts'
import { bigint, type SqlQuery } from '../sql/sql.ts'
import { type Backup, type BackupOptions, backUp } from './backup.ts'
import { type CatalogueRows, readCatalogue } from './catalogue-rows.ts'
import { driverFailure } from './driver-failure.ts'
import { type Engine, type Row, type Run, transaction } from './engine.ts'
import { writeMark } from './high-water-mark.ts'
import { type BatchOptions, type BatchOutcome, ImportBatch } from './import-batch.ts'
import { LiveFiles } from './live-files.ts'
import { Semaphore } from './semaphore.ts'
import { plain, readFacts, type StoreFacts } from './store-facts.ts'
import { removeStore } from './store-files.ts'

const PROBED = plain('select at_ms from probe')

/**
 * An open store: one writer at a time, many readers, each of whom sees whole batches only.
 *
 * Made by openStore. What it keeps is described in schema.ts.
 */
export class Store {
  /** The folder it lies in. */
  readonly dir: string
  readonly #engine: Engine
  readonly #remembered = new Map<(run: Run) => Promise<unknown>, Promise<unknown>>()
  /** The turn of batches and changes. */
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

  /** Runs `work` over one unchanging state of the store; when `signal` is aborted the engine lets go of the query. */
  snapshot<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#engine.snapshot(work, signal)
  }

  /** The rows of one query. */
  query(query: SqlQuery, signal?: AbortSignal): Promise<Row[]> {
    return this.snapshot(run => run(query), signal)
  }

  /** What `read` gives, read once after each write; the same function is the same question. */
  remembered<T>(read: (run: Run) => Promise<T>): Promise<T> {
    const known = this.#remembered.get(read)
    if (known) return known as Promise<T>
    const reading = this.snapshot(read).catch(error => {
      if (this.#remembered.get(read) === reading) this.#remembered.delete(read)
      throw error
    })
    this.#remembered.set(read, reading)
    return reading
  }

  /** The dictionaries, read once after each write. */
  catalogue(): Promise<CatalogueRows> {
    return this.remembered(readCatalogue)
  }

  /**
   * Lets `work` fill a batch, and keeps it whole when `work` succeeds; nothing of it is kept when `work` throws.
   *
   * `source` says where the batch came from. Batches wait for one another. Throws IMPORT_CONFLICT.
   */
  write(source: string, work: (batch: ImportBatch) => Promise<unknown>, options?: BatchOptions): Promise<BatchOutcome> {
    return this.#writer.run(() =>
      this.#engine.use(async connection => {
        const batch = await ImportBatch.begin(connection, this.dir, source)
        try {
          await work(batch)
          return await batch.commit(options)
        } catch (error) {
          await batch.abandon()
          throw error
        } finally {
          this.#remembered.clear()
        }
      }),
    )
  }

  /** Lets `work` change something small in one transaction; it waits for batches, and batches for it. */
  change<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.save(work).finally(() => this.#remembered.clear())
  }

  /** The same for tables that nothing remembered was read from: what is remembered stays remembered. */
  save<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#writer.run(async () => {
      const { result, facts } = await this.note(async run => {
        const result = await work(run)
        await run(plain('update store_info set revision = revision + 1'))
        return { result, facts: await readFacts(run) }
      })
      writeMark(this.dir, facts)
      return result
    })
  }

  /**
   * Lets `work` note something that may be lost without harm, in one transaction: a moment of last use, for example.
   *
   * It waits for no batch, and what is remembered stays remembered: `work` writes to tables of its own that no batch
   * writes to and nothing remembered was read from.
   */
  note<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.#small.run(() => this.#engine.use(connection => transaction(connection, work)))
  }

  /**
   * Shows that the store can be written and read, or throws; what it writes means nothing.
   *
   * It waits for no batch. While a backup copies the files it only reads.
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
    if (this.#copying) return void (await this.query(PROBED))
    const now = Date.now()
    const [row] = await this.note(async run => {
      await run({ text: 'update probe set at_ms = $1', parameters: [bigint(now)] })
      return run(PROBED)
    })
    if (Number(row?.at_ms) !== now) throw new Error('the store does not keep what is written to it')
  }

  /**
   * Puts a copy of the store into `file`: one database that holds all acknowledged transactions and nothing of any other.
   *
   * It takes the writer's turn for as long as copying takes. Throws OPTION_INVALID for a place it cannot be, and
   * BACKUP_FAILED; then nothing is in the place that was not there before.
   */
  backup(file: string, options: BackupOptions): Promise<Backup> {
    return backUp(file, this.dir, options, folder => this.#copyTo(folder)).catch(error => {
      // Then the store is looked through when it is opened next.
      if (isUserError(error) && driverFailure(error.cause).kind === 'damaged') this.#engine.onDamage()
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
    return this.#writer.run(() =>
      this.#small.run(async () => {
        this.#engine.close()
        await this.#files.close()
        if (this.#isDiscarded) removeStore(this.dir)
      }),
    )
  }
}
