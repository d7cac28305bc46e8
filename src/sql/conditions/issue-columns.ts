import { type IssueColumn, systemFieldsById } from '../../fields/system-fields.ts'
import { identifier, type Sql, sql } from '../sql.ts'

/** The column of issue `i` with the tracker's id of the value that a field holds; `null` for fields kept elsewhere. */
export function idColumn(field: string): Sql | null {
  return columnHolding('id', field)
}

/** The column of issue `i` with a field's text. */
export function textColumn(field: string): Sql | null {
  return columnHolding('text', field)
}

/** The column of issue `i` with a field's moment. */
export function instantColumn(field: string): Sql | null {
  return columnHolding('instant', field)
}

/** The column of issue `i` that is null when the field holds no value. */
export function heldColumn(field: string): Sql | null {
  return columnOf(systemFieldsById.get(field)?.column)
}

function columnHolding(holds: IssueColumn['holds'], field: string): Sql | null {
  const column = systemFieldsById.get(field)?.column
  return column?.holds === holds ? columnOf(column) : null
}

function columnOf(column: IssueColumn | null | undefined): Sql | null {
  return column ? sql`i.${identifier(column.name)}` : null
}
