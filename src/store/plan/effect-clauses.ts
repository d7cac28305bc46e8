import { effectOf, type Parameter } from './parameters.ts'
import { oneOf } from './request-problems.ts'

/** Returns the conditions under which a parameter has an effect, as clauses of a sentence. */
export function effectClauses(parameter: Parameter): string[] {
  const { reports, aggregates, needs, unless } = effectOf(parameter)
  return [
    ...(reports ? [`columnsBy is ${oneOf(reports)}`] : []),
    ...(aggregates ? [`aggregationType is ${oneOf(aggregates)}`] : []),
    ...(needs ? [`${oneOf(needs)} is sent`] : []),
    ...(unless ? [`${unless.name} is not ${unless.values[0]}`] : []),
  ]
}
