import { setTimeout } from 'node:timers/promises'
import { bigint, plain, type Sql, sql } from '../sql/sql.ts'
import type { Engine } from './engine.ts'
import type { Run } from './run-query.ts'

/** The speed and interval of integrity scans. */
export interface ScanPace {
  readonly bytesPerSecond: number
  /** Milliseconds between the end of a scan and the start of the next one. */
  readonly every: number
  /** Milliseconds before an inconclusive scan, for example one that ran out of memory, is retried. */
  readonly retry: number
}

/** Slow enough to leave the disk to reports. */
export const SCAN_PACE: ScanPace = { bytesPerSecond: 50_000_000, every: 86_400_000, retry: 10_000 }

/** The size of a row group, the unit that DuckDB can read separately. */
const ROW_GROUP_SIZE = 122_880

/** A running background scan. */
export interface RunningScan {
  /** Returns whether the store was read completely since the scan started. */
  readonly isComplete: () => boolean
  /** Stops the scan; resolves when its last query has ended. */
  readonly stop: () => Promise<void>
}

/**
 * Reads every block of every table in the background, repeatedly. DuckDB verifies the checksum of each block that it
 * reads from disk, so it finds damage. Damage is reported in `engine.damage` and ends the scan.
 */
export function startScan(engine: Engine, pace: ScanPace): RunningScan {
  const controller = new AbortController()
  const { signal } = controller
  let isComplete = false
  const scanning = (async () => {
    while (!signal.aborted && engine.damage === null) {
      const isSound = await scan(engine, pace.bytesPerSecond, signal).then(
        () => true,
        () => false,
      )
      isComplete ||= isSound
      if (engine.damage === null) await pause(isSound ? pace.every : pace.retry, signal)
    }
  })()
  return {
    isComplete: () => isComplete,
    stop: () => {
      controller.abort()
      return scanning
    },
  }
}

/** Reads every table once. Writers can proceed between its queries. */
async function scan(engine: Engine, bytesPerSecond: number, signal: AbortSignal): Promise<void> {
  for (const name of await engine.snapshot(({ run }) => tables(run), signal)) {
    const { rows, bytes } = await engine.snapshot(({ run }) => sizeOf(run, name), signal)
    for (let from = 0; from < rows; from += ROW_GROUP_SIZE) {
      const start = performance.now()
      await engine.snapshot(({ run }) => run(rowsOf(name, from)), signal)
      const due = (bytes * Math.min(1, ROW_GROUP_SIZE / rows) * 1000) / bytesPerSecond
      await pause(due - (performance.now() - start), signal)
      signal.throwIfAborted()
    }
  }
}

async function tables(run: Run): Promise<string[]> {
  const rows = await run(plain('select table_name as name from duckdb_tables() where not internal and not temporary'))
  return rows.map(({ name }) => `"${String(name).replaceAll('"', '""')}"`)
}

/** Returns the number of rows of a table, including deleted ones, and the size of its blocks. */
async function sizeOf(run: Run, name: string): Promise<{ readonly rows: number; readonly bytes: number }> {
  const [size] = await run(plain(`select coalesce(max(rowid) + 1, 0) as rows from ${name}`))
  const [storage] = await run(
    plain(`with segment as (select block_id, additional_block_ids as more from pragma_storage_info('${name}') where persistent)
      select count(*) * (select block_size from pragma_database_size()) as bytes
      from (select block_id from segment union select unnest(more) from segment)`),
  )
  return { rows: Number(size!.rows), bytes: Number(storage!.bytes) }
}

function rowsOf(name: string, from: number): Sql {
  const table = plain(name)
  return sql`select bit_xor(hash(t)) as sum from ${table} t
where rowid between ${bigint(from)} and ${bigint(from + ROW_GROUP_SIZE - 1)}`
}

/** Waits if `ms` is positive. Does not keep the process running. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await setTimeout(ms, null, { ref: false, signal }).catch(() => {})
}
