import { type Parameter, parameters } from '../src/plan/parameters.ts'

const INTRODUCTION = `# Parameters

<!-- Generated from src/plan/parameters.ts. Rewrite it with: UPDATE_GOLDEN=1 npx vitest run test/docs -->

The parameters of the reports, \`list\` (a row for each issue) and \`aggregation\` (rows of groups), over HTTP and on the
command line, and over HTTP of \`issue\` (the list of one issue), which takes those of the list that do not choose among issues. What the numbers mean is in [measures.md](../measures.md), requests to start from are in
[the guide to reports](../guides/reports.md).

- Names and possible values may be written in any case. A parameter that is sent empty counts as not sent.
- GET and POST are the same. With POST each parameter may be in the address or in a form-encoded body; the body wins.
- Parameters that are *lists* may be repeated, which joins them; any other one sent twice is a mistake.
- Unknown parameters, those of another report, and those without effect on the report asked for are named in \`warnings\`.
- All mistakes of a request are told together, one sentence for each parameter.
- Dates without a zone are in the report's time zone. A start is included, an end is not.
`

/** The page docs/reference/parameters.md: every parameter, as requests are read. */
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
  const facts = [
    `- Report: ${reportsOf(parameter)}`,
    ...(values ? [`- Possible values: ${values.map(code).join(', ')}`] : []),
    `- If not sent: ${values?.includes(fallback) ? code(fallback) : fallback}`,
    ...(list ? ['- A list: may be repeated'] : []),
    ...(exact ? ['- Blanks around it count'] : []),
    `- Example: ${code(`${name}=${example}`)}`,
  ]
  return `## ${name}\n\n${description}\n\n${facts.join('\n')}\n`
}

function code(text: string): string {
  return `\`${text}\``
}
