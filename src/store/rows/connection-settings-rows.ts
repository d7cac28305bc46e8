import type { Run } from '../engine/run-query.ts'
import { sql, varchar } from '../sql/sql.ts'

/** Reads the settings of a connection that were set by commands, as texts. */
export async function readConnectionSettings(run: Run, connection: string): Promise<Readonly<Record<string, string>>> {
  const rows = await run(
    sql`select name, value from connection_setting where connection = ${varchar(connection)} order by name`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]))
}

/** Sets a setting of a connection; `null` removes it. */
export async function replaceConnectionSetting(
  run: Run,
  connection: string,
  name: string,
  value: string | null,
): Promise<void> {
  await run(sql`delete from connection_setting where connection = ${varchar(connection)} and name = ${varchar(name)}`)
  if (value === null) return
  await run(sql`insert into connection_setting values (${varchar(connection)}, ${varchar(name)}, ${varchar(value)})`)
}
