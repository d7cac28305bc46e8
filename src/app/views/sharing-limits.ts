import type { ViewRow } from '../../store/rows/view-rows.ts'
import type { SavedRules } from './saved-rules.ts'

/** The limits of reports and teams that are shared with a group or everyone: each caller's list contains and checks them. */
export interface SharingLimits {
  /** The maximum number of shared reports of a user, and that of teams. */
  readonly perUser: number
  /** The maximum size of the parameters and the display as JSON, in kilobytes. */
  readonly kilobytes: number
}

/** The default limits. */
export const SHARING_LIMITS: SharingLimits = { perUser: 200, kilobytes: 100 }

const KILOBYTE = 1000

/**
 * Throws when a report or team exceeds a limit of sharing. `before` is the row before a change, `null` for a new one; `others`
 * is the number of other shared rows of its owner. What was already shared stays shared, and keeps its size
 * until its content changes.
 */
export function refuseSharing(
  { errors }: Pick<SavedRules, 'errors'>,
  view: ViewRow,
  before: ViewRow | null,
  others: number,
  { perUser, kilobytes }: SharingLimits,
): void {
  if (view.sharing === 'private') return
  const isNew = before === null || before.sharing === 'private'
  if (isNew && others >= perUser) throw errors.tooManyShared(others, perUser)
  const content = contentOf(view)
  const [size, most] = [Buffer.byteLength(content), kilobytes * KILOBYTE]
  if (size <= most || (!isNew && content === contentOf(before))) return
  const found = `parameters and display have ${size} bytes with the sharing '${view.sharing}'`
  throw errors.invalid([`${found}. Allowed: at most ${most} bytes (setting sharedReportKb).`])
}

function contentOf({ parameters, display }: ViewRow): string {
  return JSON.stringify(parameters) + JSON.stringify(display)
}
