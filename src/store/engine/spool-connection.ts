import type { DuckDBConnection } from '@duckdb/node-api'
import type { SpooledTables } from './report-engine.ts'

/** A connection whose temporary tables outlive their snapshot. */
export class SpoolConnection implements SpooledTables {
  readonly run: SpooledTables['run']
  readonly #connection: DuckDBConnection
  readonly #tables: readonly string[]
  readonly #release: () => void
  readonly #running = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined

  constructor(
    connection: DuckDBConnection,
    tables: readonly string[],
    { run, release }: { readonly run: SpooledTables['run']; readonly release: () => void },
  ) {
    this.#connection = connection
    this.#tables = tables
    this.#release = release
    this.run = (query, signal) => {
      const running = run(query, signal)
      this.#running.add(running)
      const settled = () => this.#running.delete(running)
      running.then(settled, settled)
      return running
    }
  }

  readonly close = (): Promise<void> => {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#running)
    try {
      for (const table of this.#tables) await this.#connection.run(`drop table if exists ${table}`)
    } finally {
      this.#release()
    }
  }
}
