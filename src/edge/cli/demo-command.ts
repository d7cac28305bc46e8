import type { Command } from 'commander'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { demoLastDay } from '../../intake/source/demo-dates.ts'
import type { CommandContext } from './context.ts'
import { counted, seconds } from './numbers.ts'
import { addStoreOption } from './options.ts'
import { withWorkspace } from './with-workspace.ts'

const EXAMPLES = `
Examples:
  sojourn demo
  sojourn demo --store /tmp/demo && sojourn serve --store /tmp/demo
`

/** Adds `sojourn demo`. */
export function addDemoCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('demo'), context)
    .summary('load a demo tracker')
    .description('Loads a demo tracker, always the same: three projects with eighteen months of work.')
    .addHelpText('after', EXAMPLES)
    .action(async ({ store }: { store: string }) => {
      const signal = context.stopSignal()
      await withWorkspace(context, store, { create: true }, workspace =>
        loadDemo(workspace, store, context, { signal }).catch(async error => {
          await workspace.discardIfUnused()
          throw error
        }),
      )
    })
}

/**
 * Imports the demo into a store and reports it. Its dates move by `weeks`. Throws DEMO_UNWANTED, and IMPORT_STOPPED when
 * `signal` is aborted.
 */
export async function loadDemo(
  workspace: Workspace,
  store: string,
  context: CommandContext,
  { signal, weeks = 0 }: { readonly signal: AbortSignal; readonly weeks?: number },
): Promise<void> {
  const start = performance.now()
  const { issues, stays } = await workspace.importDemo({ at: context.now(), signal, weeks })
  const took = seconds(performance.now() - start)
  await context.out.write(
    `Loaded the demo into ${store}: ${counted(issues, 'issue')}, ${counted(stays, 'stay')}, in ${took}.\n`,
  )
  if (weeks !== 0) await context.out.write(`Its dates are moved: its last day is ${demoLastDay(weeks)}.\n`)
}
