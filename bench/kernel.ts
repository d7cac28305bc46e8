import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { BucketTable } from '../src/core/time/calendar/cumulative-time.ts'

/** The status stays of a store as arrays: only what the calculation needs. */
export interface Stays {
  readonly projects: readonly string[]
  readonly statuses: readonly string[]
  /** For the n-th stay: the indexes of its project and its status, its issue, and when it was entered and left. */
  readonly project: Int32Array
  readonly status: Int32Array
  readonly issue: Int32Array
  readonly entered: Float64Array
  readonly left: Float64Array
}

/** The sum and the number of issues for each project and status, ordered by project. */
export interface Cells {
  /** Whole seconds and the remaining milliseconds: their sum would not be exact in one number. */
  readonly seconds: Float64Array
  readonly millis: Float64Array
  readonly issues: Int32Array
}

/** Reads the stays of a store; open ones end at `until`. The store must not be in use. */
export async function readStays(dir: string, until: number): Promise<Stays> {
  const instance = await DuckDBInstance.create(join(dir, 'sojourn.duckdb'), { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const all = async (text: string) => (await connection.runAndReadAll(text)).getRowsJS()
  const projects = (await all('select name from project order by id')).map(([name]) => String(name))
  const statuses = (await all('select id from status order by position')).map(([id]) => String(id))
  const [count] = (await all(`select count(*) from stay where field_id = 'status'`))[0]!
  const size = Number(count)
  const stays = {
    projects,
    statuses,
    project: new Int32Array(size),
    status: new Int32Array(size),
    issue: new Int32Array(size),
    entered: new Float64Array(size),
    left: new Float64Array(size),
  }
  const result = await connection.stream(`
    select s.project_id - 1, t.position - 1, s.issue_id, s.entered_ms::double, coalesce(s.left_ms, ${until})::double
    from stay s join status t on t.id = s.value_id where s.field_id = 'status' order by s.project_id, s.issue_id, s.seq`)
  const columns = [stays.project, stays.status, stays.issue, stays.entered, stays.left]
  let at = 0
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const [i, column] of columns.entries()) {
      const values = chunk.getColumnVector(i)
      for (let row = 0; row < chunk.rowCount; row++) column[at + row] = Number(values.getItem(row))
    }
    at += chunk.rowCount
  }
  connection.closeSync()
  instance.closeSync()
  return stays
}

/**
 * Computes sums by project and status with the minimum of work: one pass over the stays, ordered by issue.
 *
 * An issue counts once per cell, so the last issue of each cell is kept.
 */
export function sumByProject(
  { projects, statuses, project, status, issue, entered, left }: Stays,
  buckets: BucketTable | null,
): Cells {
  const width = statuses.length
  const size = projects.length * width
  const [seconds, millis, issues] = [new Float64Array(size), new Float64Array(size), new Int32Array(size)]
  const lastIssue = new Int32Array(size).fill(-1)
  for (let i = 0; i < project.length; i++) {
    const cell = project[i]! * width + status[i]!
    const time = buckets ? counted(left[i]!, buckets) - counted(entered[i]!, buckets) : left[i]! - entered[i]!
    const whole = Math.floor(time / 1000)
    seconds[cell]! += whole
    millis[cell]! += time - whole * 1000
    if (lastIssue[cell] !== issue[i]) {
      lastIssue[cell] = issue[i]!
      issues[cell]!++
    }
  }
  return { seconds, millis, issues }
}

/** Returns the working time before an instant, from the start of a table of buckets. */
export function counted(at: number, { width, shift, k, start, length, cumulative }: BucketTable): number {
  const location = Math.floor((at + shift) / width) - k[0]!
  const into = at - start[location]!
  return cumulative[location]! + Math.min(Math.max(into, 0), length[location]!)
}
