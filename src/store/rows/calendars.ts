import type { SavedCalendar } from '../../core/catalogue/model.ts'
import type { Instant } from '../../core/time/instant.ts'
import { numberOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { bigint, bigints, boolean, plain, sql, varchar } from '../sql/sql.ts'

/** Reads the current version of each working calendar, by id. */
export async function readCalendars(run: Run): Promise<readonly SavedCalendar[]> {
  const rows = await run(
    plain(`
      select c.id, c.version, c.is_default as "isDefault", v.definition, v.rules,
             v.from_ms as "from", v.to_ms as "to", v.width_ms as "width", v.shift_ms as "shift"
      from calendar c join calendar_version v on v.version = c.version order by c.id`),
  )
  return rows.map(row => ({
    ...(row as unknown as SavedCalendar),
    from: Number(row.from),
    to: Number(row.to),
    width: Number(row.width),
    shift: Number(row.shift),
  }))
}

/** Reads the earliest creation time of an issue; `null` in an empty store. */
export async function readFirstCreated(run: Run): Promise<Instant | null> {
  const [row] = await run(plain('select min(created_ms) as first from issue'))
  return numberOrNull(row!.first)
}

/** A new version of a calendar with its buckets. Each list has one element for each bucket. */
export interface NewVersion extends Omit<SavedCalendar, 'version' | 'isDefault'> {
  readonly k: readonly number[]
  readonly start: Float64Array
  readonly length: Float64Array
  readonly cumulative: Float64Array
}

/** The number of buckets of a statement: so few that binding them takes milliseconds of the main thread. */
const CHUNK = 10_000

/**
 * Writes a new version of a calendar and makes it current. It becomes the default if `isFirstDefault` and there is no
 * other default.
 *
 * The previous version and its buckets stay until the store is next opened, because reports may be reading them.
 */
export async function writeCalendarVersion(run: Run, made: NewVersion, isFirstDefault: boolean): Promise<void> {
  const [row] = await run(sql`select coalesce(max(version), 0) + 1 as version from calendar_version`)
  const version = Number(row!.version)
  await run(sql`insert into calendar_version values (${bigint(version)}, ${varchar(made.id)}, ${varchar(made.definition)},
    ${varchar(made.rules)}, ${bigint(made.from)}, ${bigint(made.to)}, ${bigint(made.width)}, ${bigint(made.shift)})`)
  for (let at = 0; at < made.k.length; at += CHUNK) {
    const part = (column: Float64Array) => bigints([...column.subarray(at, at + CHUNK)])
    await run(
      sql`insert into calendar_bucket select ${bigint(version)}, * from ${duckdb.listTable([
        ['k', sql`${bigints(made.k.slice(at, at + CHUNK))}`],
        ['start_ms', sql`${part(made.start)}`],
        ['length_ms', sql`${part(made.length)}`],
        ['cumulative_ms', sql`${part(made.cumulative)}`],
      ])} t`,
    )
  }
  const [before] = await run(sql`select is_default from calendar where id = ${varchar(made.id)}`)
  const [others] = await run(sql`select count(*) as count from calendar where is_default`)
  const isDefault = before ? before.is_default === true : isFirstDefault && others!.count === 0n
  await run(sql`delete from calendar where id = ${varchar(made.id)}`)
  await run(sql`insert into calendar values (${varchar(made.id)}, ${bigint(version)}, ${boolean(isDefault)})`)
}

/** Removes a calendar. Its versions stay until the store is next opened. */
export async function deleteCalendar(run: Run, id: string): Promise<void> {
  await run(sql`delete from calendar where id = ${varchar(id)}`)
}

/** Makes a calendar the default. */
export async function updateDefaultCalendar(run: Run, id: string): Promise<void> {
  await run(sql`update calendar set is_default = (id = ${varchar(id)})`)
}

/** Reads the definition of a calendar version: the JSON of its file. */
export async function readCalendarDefinition(run: Run, version: number): Promise<string> {
  const [row] = await run(sql`select definition from calendar_version where version = ${bigint(version)}`)
  return String(row!.definition)
}

/** Returns whether there are replaced versions. */
export async function hasReplacedCalendars(run: Run): Promise<boolean> {
  const [row] = await run(
    plain('select count(*) as count from calendar_version where version not in (select version from calendar)'),
  )
  return row!.count !== 0n
}

/** Removes replaced versions. No report may be running. */
export async function deleteReplacedCalendars(run: Run): Promise<void> {
  await run(plain('delete from calendar_bucket where version not in (select version from calendar)'))
  await run(plain('delete from calendar_version where version not in (select version from calendar)'))
}
