import type { Instant } from '../../core/time/instant.ts'
import { bigint, plain, sql } from '../sql/sql.ts'
import type { Run } from './run-query.ts'

/** Reads when the store, or its copy, was last written to for a test or a backup; 0 for never. */
export async function readProbe(run: Run): Promise<Instant> {
  const [row] = await run(plain('select at_ms from probe'))
  return Number(row?.at_ms)
}

/** Writes this time. */
export async function writeProbe(run: Run, at: Instant): Promise<void> {
  await run(sql`update probe set at_ms = ${bigint(at)}`)
}
