import { clippedStatusStays } from '../clipped.ts'
import { sql } from '../sql.ts'
import type { CellTables } from './cells.ts'
import { chosenStatuses } from './chosen.ts'
import { cellsOfVisited, visitedOf } from './status-duration.ts'

/** Counts the visits of each issue to each status. */
export const statusCount: CellTables = (plan, issues, dialect) => [
  ...chosenStatuses(plan, dialect),
  clippedStatusStays(plan, issues),
  visitedOf('clipped', sql`1`, sql`count(*)`, plan, issues),
  cellsOfVisited(plan, issues),
]
