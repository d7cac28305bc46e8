import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api'

/** A column of a table that is filled with rows from elsewhere. */
export interface FilledColumn {
  readonly name: string
  readonly type: 'bigint' | 'integer' | 'hugeint' | 'double' | 'varchar' | 'boolean'
}

/** Creates a temporary table, and appends rows to it: one value of the driver for each column, in order. */
export async function fillTable(
  connection: DuckDBConnection,
  name: string,
  columns: readonly FilledColumn[],
  parts: AsyncIterable<readonly (readonly unknown[])[]>,
): Promise<void> {
  const list = columns.map(column => `"${column.name}" ${column.type}`).join(', ')
  await connection.run(`create temp table ${name} (${list})`)
  const appender = await connection.createAppender(name, 'main', 'temp')
  try {
    const append = columns.map(({ type }) => appendAs(appender, type))
    for await (const rows of parts) {
      for (const row of rows) {
        append.forEach((add, i) => {
          const value = row[i]
          if (value === null) appender.appendNull()
          else add(value)
        })
        appender.endRow()
      }
    }
  } finally {
    appender.closeSync()
  }
}

function appendAs(appender: DuckDBAppender, type: FilledColumn['type']): (value: unknown) => void {
  switch (type) {
    case 'bigint':
      return value => appender.appendBigInt(value as bigint)
    case 'integer':
      return value => appender.appendInteger(value as number)
    case 'hugeint':
      return value => appender.appendHugeInt(value as bigint)
    case 'double':
      return value => appender.appendDouble(value as number)
    case 'varchar':
      return value => appender.appendVarchar(value as string)
    case 'boolean':
      return value => appender.appendBoolean(value as boolean)
  }
}
