import { effectClauses } from '../src/store/plan/effect-clauses.ts'
import { type Parameter, parameters } from '../src/store/plan/parameters.ts'

const INTRODUCTION = `# Parameters

<!-- Generated from src/store/plan/parameters.ts. Rewrite it with: UPDATE_GOLDEN=1 npx vitest run test/docs -->

This page lists the parameters of the three reports: \`list\` (one row for each issue), \`aggregation\` (one row for each
group) and \`issue\` (the list of a single issue). They are the same over HTTP and on the command line. \`issue\` takes the
parameters of \`list\`, except those that select issues. [measures.md](../measures.md) defines the numbers, and
[the guide to reports](../guides/reports.md) has examples.

- Names and possible values are case-insensitive. An empty parameter counts as not sent.
- GET and POST are equivalent. With POST, parameters may be in the URL or in a form-encoded body; the body wins.
- You can repeat *list* parameters; their values are joined. It is an error to repeat any other parameter.
- \`warnings\` lists unknown parameters, parameters of another report, and parameters without effect on this report.
- All errors of a request are reported together, with one sentence for each parameter.
- Dates without a time zone are in the report's time zone. A start is inclusive, an end is exclusive.
`

/** Returns the text of docs/reference/parameters.md, from the parameter definitions. */
export function parametersReference(): string {
  const all: readonly Parameter[] = parameters
  const overview = all.map(({ name, of, fallback }) => `| [${name}](#${name.toLowerCase()}) | ${of} | ${fallback} |`)
  const table = ['| Parameter | Report | If not sent |', '|---|---|---|', ...overview].join('\n')
  return [INTRODUCTION, table, '', ...all.map(section)].join('\n')
}

function reportsOf({ of, chooses }: Parameter): string {
  if (of === 'both') return chooses ? '`list` and `aggregation`' : '`list`, `issue` and `aggregation`'
  return of === 'list' && !chooses ? '`list` and `issue`' : `\`${of}\` only`
}

function section(parameter: Parameter): string {
  const { name, values, list, exact, fallback, description, example } = parameter
  const clauses = effectClauses(parameter)
  const facts = [
    `- Report: ${reportsOf(parameter)}`,
    ...(values ? [`- Possible values: ${values.map(code).join(', ')}`] : []),
    `- If not sent: ${values?.includes(fallback) ? code(fallback) : fallback}`,
    ...(clauses.length > 0 ? [`- Has an effect only if ${clauses.join(', and ')}`] : []),
    ...(list ? ['- A list: may be repeated'] : []),
    ...(exact ? ['- Spaces around it count'] : []),
    `- Example: ${code(`${name}=${example}`)}`,
  ]
  return `## ${name}\n\n${description}\n\n${facts.join('\n')}\n`
}

function code(text: string): string {
  return `\`${text}\``
}
