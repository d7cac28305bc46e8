import { didYouMean, nearNames } from '../../core/base/did-you-mean.ts'
import type { SavedParameter } from '../../store/batches/convert-saved-reports.ts'
import { teamParameters } from '../../store/plan/flow/team-parameters.ts'
import { quoted } from '../../store/plan/request-problems.ts'

const KNOWN: readonly string[] = teamParameters.map(name => name.toLowerCase())

/** More than all parameters of a team, so that a few mistakes are named. */
const MOST = 2 * teamParameters.length

/** Returns whether a team has a parameter with this name. */
export function isTeamParameter({ name }: Pick<SavedParameter, 'name'>): boolean {
  return KNOWN.includes(name.toLowerCase())
}

/** Returns an error for each name that is no parameter of a team, or is given twice. */
export function parameterNameProblems(parameters: readonly SavedParameter[]): string[] {
  if (parameters.length > MOST) return [`parameters has ${parameters.length} elements. Allowed: at most ${MOST}.`]
  const names = parameters.map(({ name }) => name.toLowerCase())
  return parameters.flatMap(({ name }, i) => {
    if (names.indexOf(names[i]!) !== i) return [`parameters has ${quoted(name)} more than once.`]
    if (isTeamParameter({ name })) return []
    const near = didYouMean(nearNames(name, teamParameters))
    return [
      `parameters has ${quoted(name)}, which a team does not have.${near} Possible: ${teamParameters.join(', ')}.`,
    ]
  })
}
