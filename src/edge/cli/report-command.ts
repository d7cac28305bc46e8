import type { Command } from 'commander'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import type { ReportFacts } from '../../reports/report/report-body.ts'
import { withDayLength } from '../../store/plan/day-length.ts'
import { formats } from '../../store/plan/formats.ts'
import type { RequestedEndpoint } from '../../store/plan/parameters.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import type { CommandContext } from './context.ts'
import { addStoreOption } from './options.ts'
import { withWorkspace } from './with-workspace.ts'

const EXAMPLES = `
The parameters are those of the HTTP endpoints. The standard output has the same
bytes as the answer over HTTP. In formats other than JSON, a list has all
issues, unless pageSize or startIssueIndex is given, and the standard error has
the warnings. It also has the reason when a report shows nothing. dayLength is
needed only if durations are shown in days.

Examples:
  sojourn report list filterType=project projectKey=WEB columnsBy=statusDuration \\
    calendar=normalHours viewFormat=days outputType=csv
  sojourn report aggregation filterType=project projectKey=WEB columnsBy=assigneeDuration \\
    aggregationType=average calendar=normalHours groupByFields=issuetype
  sojourn report issue WEB-12 columnsBy=statusDuration calendar=normalHours
  sojourn report list filterType=customjql 'customjql=project = WEB AND resolution IS EMPTY' \\
    columnsBy=statusCount
`

const ENDPOINTS: readonly RequestedEndpoint[] = ['list', 'aggregation', 'issue']

/** Adds `sojourn report`. */
export function addReportCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('report'), context)
    .summary('write a report to the standard output')
    .description('Writes a report to the standard output, as JSON by default. An invalid request exits with 2.')
    .argument('<kind>', 'list (a row for each issue), aggregation (a row for each group) or issue (a single issue)')
    .argument('[name=value...]', 'the parameters of the report; for issue, the key comes first')
    .addHelpText('after', EXAMPLES)
    .action(async (kind: string, args: string[], { store }: { store: string }) => {
      const endpoint = endpointOf(kind)
      const parameters = withDayLength(parametersOf(endpoint, args))
      const request = { endpoint, parameters, wholeList: endpoint === 'list' }
      await withWorkspace(context, store, { create: false }, async workspace => {
        const { format, facts, chunks } = await workspace.report(request, { caller: LOCAL_CALLER })
        for await (const chunk of chunks) await context.out.write(chunk)
        if (facts.emptyReason !== null) await context.err.write(`${facts.emptyReason}\n`)
        if (facts.computedBy?.engine === 'trino')
          await context.err.write(`Computed by Trino from revision ${facts.computedBy.revision}.\n`)
        if (!formats[format].describesItself) for (const line of notesOn(facts)) await context.err.write(`${line}\n`)
      })
    })
}

function notesOn(facts: ReportFacts): string[] {
  return [...facts.warnings.map(warning => `Warning: ${warning}`), ...nextPage(facts)]
}

/** Returns the line that says where the next page starts, if there is one. */
export function nextPage({ total, nextIndex }: Pick<ReportFacts, 'total' | 'nextIndex'>): string[] {
  return nextIndex === null ? [] : [`There are ${total} issues. The next page has startIssueIndex=${nextIndex}.`]
}

function endpointOf(kind: string): RequestedEndpoint {
  const endpoint = ENDPOINTS.find(endpoint => endpoint === kind)
  if (endpoint === undefined) throw new UserError('REPORT_KIND_UNKNOWN', { kind, near: nearNames(kind, ENDPOINTS) })
  return endpoint
}

/** The first word after `issue` may be the key alone. */
function parametersOf(endpoint: RequestedEndpoint, [first, ...others]: readonly string[]): RawParameter[] {
  if (first === undefined) return []
  const isKey = endpoint === 'issue' && !first.includes('=')
  return [isKey ? `issueKey=${first}` : first, ...others].map(parameterOf)
}

/** Parses `name=value`. Throws REPORT_ARGUMENT_INVALID. */
export function parameterOf(argument: string): RawParameter {
  const end = argument.indexOf('=')
  if (end < 1) throw new UserError('REPORT_ARGUMENT_INVALID', { argument })
  return { name: argument.slice(0, end), value: argument.slice(end + 1), location: 'query' }
}
