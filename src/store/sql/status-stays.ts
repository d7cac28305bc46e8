import { plain, type Sql } from './sql.ts'

/** What is known about all stays in statuses of a store. */
export interface StatusStays {
  /** Whether each stay that ends is followed by another: a store may lack the stays of a history that names no status. */
  readonly tile: boolean
  /** Whether some have no length. */
  readonly haveEmpty: boolean
}

/** Selects what StatusStays says: `tile, have_empty`. The stay after another knows the status that was left for it. */
export const statusStaysOf: Sql = plain(`select count(left_ms) = count(from_id) as tile,
       coalesce(bool_or(left_ms = entered_ms), false) as have_empty
from stay where field_id = 'status'`)
