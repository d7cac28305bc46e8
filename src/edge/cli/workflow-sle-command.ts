import type { Command } from 'commander'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import { UserError } from '../../core/base/errors.ts'
import { HOUR } from '../../core/time/local-time.ts'
import { DEFAULT_SLE } from '../../store/plan/flow/default-sle.ts'
import { DEFAULT_WORKFLOW } from '../../store/plan/workflow/default-workflow.ts'
import type { CommandContext } from './context.ts'
import { dateText, type FlowSummary, timeFormat } from './flow-cells.ts'
import { addStoreOption } from './options.ts'
import { parameterOf } from './report-command.ts'
import { withWorkspace } from './with-workspace.ts'

const requestContext = { caller: LOCAL_CALLER }

const { percent: PERCENT, days: DAYS, fewest: FEWEST } = DEFAULT_SLE

/** Adds `sojourn workflow sle`, which saves the present percentile of cycle times as the SLE of a workflow. */
export function addWorkflowSle(command: Command, context: CommandContext): void {
  addStoreOption(command.command('sle'), context)
    .description(
      `Measures the time that ${PERCENT} % of the issues of the last ${DAYS} days took at most, and saves it as the SLE of a workflow, with its date and the number of issues.`,
    )
    .argument('<id>', 'the id or the name of the workflow')
    .argument('[name=value...]', 'the parameters that choose issues and the calendar, as for flow summary')
    .action((id: string, args: string[], { store }: { readonly store: string }) =>
      withWorkspace(context, store, { create: false }, async workspace => {
        const { workflows } = workspace
        if ((await workflows.find(id, requestContext)).id === DEFAULT_WORKFLOW) throw new UserError('WORKFLOW_BUILT_IN')
        const file = await workflows.file(id, requestContext)
        const own = [`workflow=${id}`, `from=-${DAYS}d`, `percentiles=${PERCENT}`, 'outputType=json']
        const parameters = [...args, ...own].map(parameterOf)
        const body = await workspace.flow({ endpoint: 'summary', parameters }, requestContext)
        let text = ''
        for await (const chunk of body.chunks) text += chunk
        const { cycleTime, asOf, timeZone, workingDay }: FlowSummary = JSON.parse(text)
        const value = cycleTime.percentiles[PERCENT]?.value
        const { count } = cycleTime
        if (value === undefined || count < FEWEST)
          throw new UserError('SLE_TOO_FEW', { count, fewest: FEWEST, days: DAYS })
        const sle = { percent: PERCENT, hours: value / HOUR, date: dateText(asOf, timeZone), count }
        const { workflow } = await workflows.save(id, { ...file, sle }, requestContext)
        const time = timeFormat(workingDay)(value)
        await context.out.write(
          `Saved the SLE of workflow ${workflow.name} (id ${workflow.id}): ${PERCENT} % in ${time} or less, measured on ${sle.date} over ${count} issues.\n`,
        )
      }),
    )
}
