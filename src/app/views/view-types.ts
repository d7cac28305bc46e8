// The JSON of saved reports: `GET api/views`. The page imports only these types from this folder.

import type { SavedParameter } from '../../store/batches/convert-saved-reports.ts'
import type { SHARINGS } from '../../store/rows/view-rows.ts'

/** Who may open a saved report besides its owner. */
export type Sharing = (typeof SHARINGS)[number]

/** The members of saved reports and teams that the owner chooses. */
export interface OwnerChoices {
  readonly name: string
  readonly sharing: Sharing
  /** The name of a group, with the sharing `group`; `null` otherwise. */
  readonly group: string | null
}

/** The members of a saved report that its owner chooses. */
export interface ViewContent extends OwnerChoices {
  readonly endpoint: 'aggregation' | 'list'
  /** The parameters of the report, as a request to the endpoint has them. Relative dates stay relative. */
  readonly parameters: readonly SavedParameter[]
  /** The display options of the page. */
  readonly display: readonly SavedParameter[]
}

/** The members of saved reports and teams that the server adds. */
export interface Shown {
  readonly id: string
  /** The login of the owner; `null` for users who are not signed in. */
  readonly owner: string | null
  readonly isOwn: boolean
  /** Whether the caller may remove it: owners and administrators may. */
  readonly mayRemove: boolean
  /** In ISO 8601; `null` for those that an older version saved. */
  readonly created: string | null
  readonly updated: string | null
}

/** A saved report, as a caller sees it. */
export interface View extends ViewContent, Shown {}

/** A page of the saved reports that a caller may open, by name. */
export interface ViewList {
  readonly views: readonly View[]
  readonly total: number
  readonly startIndex: number
  /** The groups with which the caller may share reports. */
  readonly groups: readonly string[]
}

/** Selects a page of saved reports. */
export interface ViewListRequest {
  /** `all` includes the private reports of other users, for administrators. */
  readonly scope: 'visible' | 'all'
  readonly startIndex: number
  readonly pageSize: number
}
