import { effectClauses } from '../../store/plan/effect-clauses.ts'
import {
  extensionNames,
  isOf,
  type Parameter,
  parameters,
  type RequestedEndpoint,
} from '../../store/plan/parameters.ts'

/**
 * How much clients can rely on what the contract does not have, as `x-stability`: something stable only changes under a new
 * name, and something experimental may change.
 */
export type Stability = 'stable' | 'experimental'

/** A parameter with the properties that the document describes. */
export type NamedParameter = Pick<
  Parameter,
  'name' | 'values' | 'list' | 'repeats' | 'fallback' | 'description' | 'example'
> & {
  readonly stability?: Stability
  /** The values or members that the contract does not have. */
  readonly extensions?: readonly { readonly value: string; readonly stability: Stability }[]
}

/**
 * Returns the parameters that a report endpoint uses. Extensions of the contract have their stability, also those
 * that are values or members of its parameters.
 */
export function parametersOf(endpoint: RequestedEndpoint): readonly NamedParameter[] {
  const all: readonly Parameter[] = parameters
  return all
    .filter(parameter => isOf(parameter, endpoint))
    .map(parameter => ({
      ...parameter,
      description: withEffect(parameter),
      ...(extensionNames.has(parameter.name) && { stability: 'stable' as const }),
      ...(parameter.ownValues && {
        extensions: parameter.ownValues.map(value => ({ value, stability: 'stable' as const })),
      }),
    }))
}

function withEffect(parameter: Parameter): string {
  const clauses = effectClauses(parameter)
  if (clauses.length === 0) return parameter.description
  return `${parameter.description} Has an effect only if ${clauses.join(', and ')}.`
}
