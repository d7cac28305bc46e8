import type { SqlQuery } from '../sql/sql.ts'
import { type CatalogueRows, readCatalogue } from './catalogue-rows.ts'
import { type Engine, type Row, type Run, transaction } from './engine.ts'
import { ImportBatch } from './import-batch.ts'

/**
 * An open store: one writer at a time, many readers, each of whom sees whole batches only.
 *
 * Made by openStore. What it keeps is described in schema.ts.
 */
export class Store {
  /** The folder it lies in. */
  readonly dir: string
  readonly #engine: Engine
  #catalogue: Promise<CatalogueRows> | undefined
  #writing: Promise<unknown> = Promise.resolve()

  constructor(dir: string, engine: Engine) {
    this.dir = dir
    this.#engine = engine
  }

  /** Runs `work` over one unchanging state of the store; when `signal` is aborted the engine lets go of the query. */
  snapshot<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#engine.snapshot(work, signal)
  }

  /** The rows of one query. */
  query(query: SqlQuery, signal?: AbortSignal): Promise<Row[]> {
    return this.snapshot(run => run(query), signal)
  }

  /** The dictionaries, read once after each batch. */
  catalogue(): Promise<CatalogueRows> {
    this.#catalogue ??= this.snapshot(readCatalogue).catch(error => {
      this.#catalogue = undefined
      throw error
    })
    return this.#catalogue
  }

  /**
   * Lets `work` fill a batch, and keeps it whole when `work` succeeds; nothing of it is kept when `work` throws.
   *
   * `source` says where the batch came from. Batches wait for one another.
   */
  write<T>(source: string, work: (batch: ImportBatch) => Promise<T>): Promise<T> {
    const turn = this.#writing.then(() =>
      this.#engine.use(async connection => {
        const batch = await ImportBatch.begin(connection, this.dir, source)
        try {
          const result = await work(batch)
          await batch.commit()
          return result
        } catch (error) {
          await batch.abandon()
          throw error
        } finally {
          this.#catalogue = undefined
        }
      }),
    )
    this.#writing = turn.catch(() => {})
    return turn
  }

  /** Lets `work` change something small in one transaction; it waits for batches, and batches for it. */
  change<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const turn = this.#writing.then(() =>
      this.#engine.use(async connection => {
        try {
          return await transaction(connection, work)
        } finally {
          this.#catalogue = undefined
        }
      }),
    )
    this.#writing = turn.catch(() => {})
    return turn
  }

  /** Lets go of the store when the writer has finished. */
  async close(): Promise<void> {
    await this.#writing
    this.#engine.close()
  }
}
