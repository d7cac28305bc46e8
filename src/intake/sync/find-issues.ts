import type { FoundIssue } from '../source/tracker.ts'
import { isLocalFailure, type Round } from './round.ts'

/** The number of issues that are looked for at a time. The tracker paces its requests itself. */
export const FINDS_AT_ONCE = 4

/** Looks for issues by their addresses, all at a time. The answer is `null` for one whose address fails, with a warning. */
export function findTogether(
  round: Round,
  issues: readonly { readonly id: string }[],
): Promise<readonly (FoundIssue | null)[]> {
  return Promise.all(issues.map(({ id }) => findOrWarn(round, id)))
}

async function findOrWarn(round: Round, id: string): Promise<FoundIssue | null> {
  try {
    return await round.tracker.find(id)
  } catch (error) {
    if (!isLocalFailure(error)) throw error
    round.warnings.push(`Issue ${id} could not be looked for: ${error.message}`)
    return null
  }
}
