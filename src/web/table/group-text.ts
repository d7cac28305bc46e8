import { texts } from '../texts/en.ts'

/** A cell that names the group of a row. */
interface GroupCell {
  readonly id: string
  readonly value?: string | undefined
}

/**
 * Returns the text of a group; `null` for issues without a value. Those without an assignee are a group with a name. `emptyToken` is the
 * text of the report for no value; `null` if it is omitted.
 */
export function groupText({ id, value }: GroupCell, emptyToken: string | null): string | null {
  if (value !== undefined && value !== emptyToken) return value
  return id === 'assignee' ? texts.builder.rows.unassigned : null
}
