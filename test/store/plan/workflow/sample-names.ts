import type { Catalogue, Status } from '../../../../src/core/catalogue/model.ts'
import { type ReportNames, reportNamesOf } from '../../../../src/core/catalogue/report-names.ts'
import { EMPTY_CATALOGUE } from '../../../support/empty-catalogue.ts'

/** A status as `id name category`; a name with `-` at the end is deleted, and the category `-` is none. */
export function statusOf(text: string): Status {
  const [id, name, category] = text.split(' ') as [string, string, string]
  const deleted = name.endsWith('-')
  return { id, name: deleted ? name.slice(0, -1) : name, category: category === '-' ? null : category, deleted }
}

/** The names of a tracker with these statuses, in its order. */
export function namesWith(statuses: readonly string[], others: Partial<Catalogue> = {}): ReportNames {
  return reportNamesOf({ ...EMPTY_CATALOGUE, ...others, statuses: statuses.map(statusOf) })
}

/** The statuses of a small tracker, with a name that two of them share. */
export const STATUSES = [
  '1 Open new',
  '3 Progress indeterminate',
  '7 Review indeterminate',
  '8 review indeterminate',
  '5 Done done',
  '6 Closed done',
] as const
