import { flowEndpoints, flowMeasures } from '../src/reports/flow/flow-measures.ts'
import { type FlowParameter, flowParameters, isOfFlow, isSpecial } from '../src/store/plan/flow/flow-parameters.ts'

/** Returns docs/reference/flow-parameters.md. */
export function flowParametersReference(): string {
  const sections = flowParameters.map(parameter => {
    const { name, values, fallback, description, example } = parameter
    const lines = [
      description,
      '',
      `- Endpoints: ${endpointsOf(parameter)}`,
      ...(values ? [`- Values: ${values.map(value => `\`${value}\``).join(', ')}`] : []),
      `- Default: ${fallback}`,
      `- Example: \`${name}=${example}\``,
    ]
    return `## ${name}\n\n${lines.join('\n')}\n`
  })
  return `# Parameters of flow measures

The endpoints are \`/api/flow/${flowEndpoints.join('`, `/api/flow/')}\`. The [guide](../guides/flow.md) explains them. This page
is generated from \`src/store/plan/flow/flow-parameters.ts\`.

${sections.join('\n')}`
}

function endpointsOf(parameter: FlowParameter): string {
  const listed = (isUsed: boolean) =>
    flowEndpoints
      .filter(endpoint => isOfFlow(parameter, flowMeasures[endpoint]) === isUsed)
      .map(endpoint => `\`flow/${endpoint}\``)
      .join(', ')
  if (isSpecial(parameter)) return listed(true)
  return listed(false) === '' ? 'all' : `all except ${listed(false)}`
}
