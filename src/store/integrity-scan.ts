import { setTimeout } from 'node:timers/promises'
import { bigint, plain, type Sql, sql } from '../sql/sql.ts'
import type { Engine } from './engine.ts'
import type { Run } from './run-query.ts'

/** How fast a store is read, and how often. */
export interface ScanPace {
  readonly bytesPerSecond: number
  /** From the end of a scan to the start of the next one. Milliseconds. */
  readonly every: number
  /** From a scan that found neither damage nor soundness, for want of memory for example, to the next try. Milliseconds. */
  readonly retry: number
}

/** Slow enough to leave the disk to those who ask for reports. */
export const SCAN_PACE: ScanPace = { bytesPerSecond: 50_000_000, every: 86_400_000, retry: 10_000 }

/** Rows that the engine keeps together: it reads one such group without the others. */
const ROWS_AT_ONCE = 122_880

/** A scan that goes on in the background. */
export interface RunningScan {
  /** Whether the store was read whole since the scan was started. */
  readonly isComplete: () => boolean
  /** Ends the scan; resolves when the engine reads nothing for it any more. */
  readonly stop: () => Promise<void>
}

/**
 * Reads every block of every table in the background, again and again, so that the engine finds damage: it verifies the
 * checksum of each block that it reads from the disk. Damage is in `engine.damage` then, and ends the scan.
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

/** Reads every table once. Between its queries a writer can have its turn. */
async function scan(engine: Engine, bytesPerSecond: number, signal: AbortSignal): Promise<void> {
  for (const name of await engine.snapshot(({ run }) => tables(run), signal)) {
    const { rows, bytes } = await engine.snapshot(({ run }) => sizeOf(run, name), signal)
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      const start = performance.now()
      await engine.snapshot(({ run }) => run(rowsOf(name, from)), signal)
      const due = (bytes * Math.min(1, ROWS_AT_ONCE / rows) * 1000) / bytesPerSecond
      await pause(due - (performance.now() - start), signal)
      signal.throwIfAborted()
    }
  }
}

async function tables(run: Run): Promise<string[]> {
  const rows = await run(plain('select table_name as name from duckdb_tables() where not internal and not temporary'))
  return rows.map(({ name }) => `"${String(name).replaceAll('"', '""')}"`)
}

/** The number of places for rows, deleted ones included, and the size of the blocks that hold them. */
async function sizeOf(run: Run, name: string): Promise<{ readonly rows: number; readonly bytes: number }> {
  const [size] = await run(plain(`select coalesce(max(rowid) + 1, 0) as rows from ${name}`))
  const [held] = await run(
    plain(`with segment as (select block_id, additional_block_ids as more from pragma_storage_info('${name}') where persistent)
      select count(*) * (select block_size from pragma_database_size()) as bytes
      from (select block_id from segment union select unnest(more) from segment)`),
  )
  return { rows: Number(size!.rows), bytes: Number(held!.bytes) }
}

function rowsOf(name: string, from: number): Sql {
  const table = plain(name)
  return sql`select bit_xor(hash(t)) as sum from ${table} t
where rowid between ${bigint(from)} and ${bigint(from + ROWS_AT_ONCE - 1)}`
}

/** Waits, unless there is nothing to wait for; the end of the process does not wait for it. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await setTimeout(ms, null, { ref: false, signal }).catch(() => {})
}
