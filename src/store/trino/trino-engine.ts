import { UserError } from '../../core/base/errors.ts'
import type { Row } from '../../core/base/row.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import type { Engine, HostSnapshot } from '../engine/engine.ts'
import type { ReportEngine, RestrictedSnapshot, Snapshot } from '../engine/report-engine.ts'
import type { Run } from '../engine/run-query.ts'
import type { Browsable } from '../sql/browsable.ts'
import { trino } from '../sql/dialect/trino.ts'
import { plain, type Sql } from '../sql/sql.ts'
import { duckdbTypeOf, valueReader } from './column-types.ts'
import { hiddenIssues } from './hidden-issues.ts'
import { statementWithout } from './statement.ts'
import type { TrinoClient, TrinoPage } from './trino-client.ts'

/** A published state of the store. */
export interface PublishedState {
  /** The schema of its tables in Trino. They never change. */
  readonly schema: string
  /** A query over the store for the published issues: `id, project_id, ref, security_level`. A removed number can be used again. */
  readonly issues: Sql
  /**
   * Reads the catalogue of the state, without projects that were removed since. Its working calendars are the present
   * ones; those that were not published have no version. Always the same function for one state.
   */
  readonly readCatalogue: (run: Run) => Promise<Catalogue>
}

/** Runs `work` with the current published state, which is kept until `work` ends. */
export type UsePublished = <T>(run: Run, work: (state: PublishedState) => Promise<T>) => Promise<T>

/** The limits of reports on Trino. */
export interface TrinoEngineLimits {
  /** The maximum number of published issues and levels that a statement can exclude. */
  readonly excluded: number
  /** The maximum number of values of a cell that one worker gathers for a median. */
  readonly gathered: number
  /** The maximum size of a result in memory, in megabytes. */
  readonly memoryMb: number
  /** The maximum size of a result that is spooled to disk, in megabytes. */
  readonly spoolMb: number
}

const LIMITS: TrinoEngineLimits = { excluded: 50_000, gathered: trino.maxGathered, memoryMb: 64, spoolMb: 4096 }

/**
 * Runs the queries of reports on Trino, over a published state of a store.
 *
 * The store itself decides what callers may browse, and keeps the spooled results.
 */
export class TrinoEngine implements ReportEngine {
  readonly isPublished = true
  readonly #host: Pick<Engine, 'hostSnapshot'>
  readonly #client: TrinoClient
  readonly #use: UsePublished
  readonly #limits: TrinoEngineLimits

  constructor(
    host: Pick<Engine, 'hostSnapshot'>,
    client: TrinoClient,
    use: UsePublished,
    limits: Partial<TrinoEngineLimits> = {},
  ) {
    this.#host = host
    this.#client = client
    this.#use = use
    this.#limits = { ...LIMITS, ...limits }
  }

  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#host.hostSnapshot(
      host => this.#use(host.run, state => work(this.#unrestricted(host, state, signal))),
      signal,
    )
  }

  #unrestricted(host: HostSnapshot, state: PublishedState, signal: AbortSignal | undefined): Snapshot {
    const refuse = () => Promise.reject(new Error('a published state is only read after it was restricted'))
    return {
      dialect: { ...trino, maxGathered: this.#limits.gathered },
      run: refuse,
      spool: refuse,
      cached: host.cached,
      spooled: host.spooled,
      statusStays: async () => null,
      present: host.present,
      readCatalogue: state.readCatalogue,
      restrict: browsable => this.#restrict(host, state, browsable, signal),
      detach: host.detach,
    }
  }

  async #restrict(
    host: HostSnapshot,
    state: PublishedState,
    browsable: Browsable,
    signal: AbortSignal | undefined,
  ): Promise<RestrictedSnapshot> {
    const hidden = await hiddenIssues(host.run, state.issues, browsable, this.#limits.excluded)
    const pages = (query: Sql, answerMb: number) =>
      this.#client.pages(statementWithout(hidden, query, state.schema), { schema: state.schema, answerMb, signal })
    const fill = async (name: string, query: Sql): Promise<void> => {
      const all = pages(query, this.#limits.spoolMb)
      const { value: first, done } = await all.next()
      if (done) throw new UserError('TRINO_FAILED', { reason: 'its answer has no columns' })
      const columns = first.columns.map(column => ({ name: column.name, type: duckdbTypeOf(column) }))
      await host.fill(name, columns, valuesOf(first, all))
    }
    const snapshot: Snapshot = {
      ...this.#unrestricted(host, state, signal),
      restrict: null,
      run: async query => {
        const rows: Row[] = []
        for await (const page of pages(query, this.#limits.memoryMb)) for (const row of rowsOf(page)) rows.push(row)
        return rows
      },
      spool: async (name, query, finish) => {
        if (!finish) return fill(name, query)
        await fill(`${name}_unfinished`, query)
        await host.spooled.spool(name, finish(plain(`${name}_unfinished`)))
      },
    }
    if (browsable === null) return { snapshot, browsable }
    // A project can have the number of a removed one, which the published tables still have.
    const known = new Set((await host.cached(state.readCatalogue)).projects.map(({ id }) => id))
    // Issues that a security level hides at present are left out of each statement.
    return { snapshot, browsable: { projects: browsable.projects.filter(id => known.has(id)), levels: null } }
  }
}

/** Converts the rows of a page to those of the DuckDB driver. */
function rowsOf({ columns, rows }: TrinoPage): Row[] {
  const readers = columns.map(column => [column.name, valueReader(column)] as const)
  return rows.map(row => Object.fromEntries(readers.map(([name, read], i) => [name, read(row[i])])))
}

/** Yields the values of each page, the first of which was read already. */
async function* valuesOf(
  first: TrinoPage,
  others: AsyncGenerator<TrinoPage>,
): AsyncGenerator<readonly (readonly unknown[])[]> {
  const readers = first.columns.map(valueReader)
  const read = ({ rows }: TrinoPage) => rows.map(row => readers.map((reader, i) => reader(row[i])))
  try {
    yield read(first)
    for await (const page of others) yield read(page)
  } finally {
    await others.return(undefined)
  }
}
