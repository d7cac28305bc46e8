import { type IssueColumn, systemFieldsById } from '../../../core/fields/system-fields.ts'
import { identifier, type Sql, sql } from '../sql.ts'

/** Returns the column of issue `i` with the tracker's id of a field's value; `null` for fields stored elsewhere. */
export function idColumn(field: string): Sql | null {
  return columnHolding('id', field)
}

/** Returns the column of issue `i` with the text of a field; `null` for fields stored elsewhere. */
export function textColumn(field: string): Sql | null {
  return columnHolding('text', field)
}

/** Returns the column of issue `i` with the instant of a field; `null` for fields stored elsewhere. */
export function instantColumn(field: string): Sql | null {
  return columnHolding('instant', field)
}

/** Returns the column of issue `i` that is null if the field has no value; `null` for fields stored elsewhere. */
export function valueColumn(field: string): Sql | null {
  return columnOf(systemFieldsById.get(field)?.column)
}

function columnHolding(holds: IssueColumn['content'], field: string): Sql | null {
  const column = systemFieldsById.get(field)?.column
  return column?.content === holds ? columnOf(column) : null
}

function columnOf(column: IssueColumn | null | undefined): Sql | null {
  return column ? sql`i.${identifier(column.name)}` : null
}
