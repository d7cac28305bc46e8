import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Choices } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { readMetrics } from './metrics.ts'
import { reportTypeOf, splitList } from './report-type.ts'
import { columnId, readColumns } from './status-columns.ts'

/** A value column for sorting and filtering rows. */
export interface NamedColumn {
  readonly id: string
  /** `null` for a user, whose name is looked up by login. */
  readonly name: string | null
}

/**
 * Returns the value columns that are known before the report runs: those chosen, else all but users. `statuses` are those
 * of the issues.
 */
export function knownColumns(choices: Choices, catalogue: PageCatalogue, statuses = catalogue.statuses): NamedColumn[] {
  const { rows } = texts.builder
  const outer = reportTypeOf(choices, catalogue)?.outer
  if (outer === 'metric') return readMetrics(choices.dbsMetrics).map(({ name }) => ({ id: name, name }))
  if (outer === 'user') {
    const chosen = splitList(choices.assignees)
    return [
      ...chosen.map(id => ({ id, name: null })),
      { id: 'unassigned', name: rows.unassigned },
      ...(chosen.length > 0 ? [{ id: 'otherUsers', name: rows.otherUsers }] : []),
    ]
  }
  if (outer !== 'status') return []
  const chosen = readColumns(choices.statuses)
  if (chosen.length === 0) return statuses.map(({ id, name }) => ({ id, name }))
  return chosen.map(column => ({ id: columnId(column), name: statusName(columnId(column), catalogue) }))
}

/** Returns the name of a status, else the id itself. */
export function statusName(id: string, { statuses }: PageCatalogue): string {
  return statuses.find(status => status.id === id)?.name ?? id
}
