import type { Command } from 'commander'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import { type FlowAnswers, flowOperations } from '../../app/operations/flow.ts'
import { didYouMean, nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import { type FlowFormatName, flowFormatNames, formats } from '../../store/plan/formats.ts'
import { oneOf } from '../../store/plan/request-problems.ts'
import type { CommandContext } from './context.ts'
import { flowTable } from './flow-table.ts'
import { addStoreOption } from './options.ts'
import { nextPage, parameterOf } from './report-command.ts'
import { withWorkspace } from './with-workspace.ts'
import { wrapped } from './wrapped.ts'

/** The formats of answers. Those with their own warnings come first. */
const FORMATS = [
  ...flowFormatNames.filter(name => formats[name].describesItself),
  ...flowFormatNames.filter(name => !formats[name].describesItself),
]
const OPTIONS = FORMATS.map(name => `--${name}`)

const MEASURES = flowOperations.map(({ endpoint }) => endpoint)
const PURPOSES = flowOperations.map(({ endpoint, purpose }) => wrapped(purpose, `  ${endpoint.padEnd(12)}`))

const EXAMPLES = `
Without ${OPTIONS.join(' and ')}, the answer is a table for a terminal. The standard
error has its warnings. The parameters are those of the HTTP endpoints
flow/<measure>; docs/reference/flow-parameters.md explains them.

Measures:
${PURPOSES.join('')}
Examples:
  sojourn flow summary filterType=project projectKey=WEB
  sojourn flow items filterType=project projectKey=WEB state=inProgress
  sojourn flow stays issueKey=WEB-793
  sojourn flow throughput filterType=project projectKey=WEB bucket=month --csv
  sojourn flow wip filterType=project projectKey=WEB from=-90d --json
`

type FlowOptions = { readonly store: string } & { readonly [N in FlowFormatName]?: true }

/** Adds `sojourn flow`, which measures the flow of issues. */
export function addFlowCommand(program: Command, context: CommandContext): void {
  const command = addStoreOption(program.command('flow'), context)
    .summary('cycle time, throughput, work in progress')
    .description('Measures the flow of issues. An invalid request exits with 2.')
    .argument('<measure>', MEASURES.join(', '))
    .argument('[name=value...]', 'the parameters of the request')
    .addHelpText('after', EXAMPLES)
    .action(async (name: string, args: string[], { store, ...options }: FlowOptions) => {
      const endpoint = endpointOf(name)
      const sent = args.map(parameterOf)
      if (sent.some(one => one.name.toLowerCase() === 'outputtype'))
        throw new UserError('OPTIONS_INVALID', { problems: [`Choose ${oneOf(OPTIONS)} instead of outputType.`] })
      const [format, ...others] = FORMATS.filter(name => options[name])
      if (others.length > 0)
        throw new UserError('OPTIONS_INVALID', { problems: [`Choose one of ${OPTIONS.join(' and ')}.`] })
      const parameters = [...sent, parameterOf(`outputType=${format ?? 'json'}`)]
      await withWorkspace(context, store, { create: false }, async workspace => {
        const body = await workspace.flow({ endpoint, parameters }, { caller: LOCAL_CALLER })
        let text = ''
        for await (const chunk of body.chunks) {
          if (format) await context.out.write(chunk)
          else text += chunk
        }
        const { emptyReason, warnings, ...facts } = body.facts
        if (text !== '') await context.out.write(await flowTable(endpoint, JSON.parse(text), emptyReason))
        if (emptyReason !== null) await context.err.write(wrapped(emptyReason, ''))
        if (format && formats[format].describesItself) return
        for (const warning of warnings.filter(one => one !== emptyReason))
          await context.err.write(wrapped(warning, 'Warning: '))
        for (const line of nextPage(facts)) await context.err.write(`${line}\n`)
      })
    })
  for (const name of FORMATS) command.option(`--${name}`, `as ${name.toUpperCase()}`)
}

function endpointOf(name: string): keyof FlowAnswers {
  const endpoint = MEASURES.find(one => one === name)
  if (endpoint !== undefined) return endpoint
  const near = didYouMean(nearNames(name, MEASURES))
  const problem = `'${name}' is not a measure.${near} Measures: ${MEASURES.join(', ')}.`
  throw new UserError('OPTIONS_INVALID', { problems: [problem] })
}
