// The JSON of teams: `GET api/teams`. The page imports only these types from this folder.

import type { SavedParameter } from '../../store/batches/convert-saved-reports.ts'
import type { OwnerChoices, Shown } from '../views/view-types.ts'

/** A team, as a caller sees it. */
export interface Team extends OwnerChoices, Shown {
  /** Its issues, and how it measures, as a flow request has them. Its workflow is a copy of its own. */
  readonly parameters: readonly SavedParameter[]
}

/** A page of the teams that a caller may open, by name. */
export interface TeamList {
  readonly teams: readonly Team[]
  readonly total: number
  readonly startIndex: number
  /** The groups with which the caller may share teams. */
  readonly groups: readonly string[]
}

/** A team that was saved, and whether it is new. */
export interface TeamSave {
  readonly team: Team
  readonly isNew: boolean
}
