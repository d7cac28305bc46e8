import { clippedVisits } from '../clipped.ts'
import { counted } from '../periods.ts'
import { hasPeriods } from '../report-issues.ts'
import { sql } from '../sql.ts'
import type { CellTables } from './cell-tables.ts'
import { chosenStatuses } from './chosen.ts'
import { cellsOfVisited, visitedOf } from './status-duration.ts'

/** Counts the visits of each issue to each status. */
export const statusCount: CellTables = (plan, issues, dialect) => [
  ...chosenStatuses(plan, dialect),
  ...clippedVisits(plan, issues),
  ...counted('clipped', plan, issues, dialect),
  visitedOf(hasPeriods(issues) ? 'counted' : 'clipped', { one: sql`1`, several: sql`count(*)` }, plan, issues, dialect),
  cellsOfVisited(plan, issues),
]
