import type { Command } from 'commander'
import { type Caller, LOCAL_CALLER } from '../../access/permissions/caller.ts'
import type { ExportView } from '../../app/exports/export-record.ts'
import { formatInstant } from '../../core/time/instant.ts'
import type { CommandContext } from './context.ts'
import { listOutput } from './in-columns.ts'
import { counted, dataSize } from './numbers.ts'
import { addJsonOption, addStoreOption, type ListOptions } from './options.ts'
import { printFrom } from './with-workspace.ts'

const EXAMPLES = `
Files that a server keeps take up space until they expire. Without --user, these
are the files that were exported without a sign-in (access mode open).

Examples:
  sojourn exports list --user anna
  sojourn exports remove --user anna 3f9a10c2d4e5f60718293a4b5c6d7e8f
`

/** The maximum number of listed exports. */
const MOST = 1_000

interface Options extends ListOptions {
  readonly user?: string
}

/** Adds `sojourn exports`, which lists and removes the files that a server keeps. */
export function addExportsCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('exports')
    .summary('list and remove exported files')
    .description('Manages the files of exports that a server keeps.')
    .addHelpText('after', EXAMPLES)
  const added = (name: string) =>
    addStoreOption(command.command(name), context).option('--user <login>', 'the user who exported the files')
  addJsonOption(added('list'))
    .description('Lists the exports of a user, newest first: id, status, file, size, expiry.')
    .action((options: Options) =>
      printFrom(context, options.store, { create: false }, async ({ exports }) => {
        const { exports: found } = await exports.list(0, MOST, { caller: callerOf(options) })
        return listOutput(found, options, cellsOf)
      }),
    )
  added('remove')
    .description('Removes exports that have ended, with their files.')
    .argument('<id...>', 'the ids of the exports')
    .action((ids: string[], options: Options) =>
      printFrom(context, options.store, { create: false }, async ({ exports }) => {
        for (const id of ids) await exports.remove(id, { caller: callerOf(options) })
        return `Removed ${counted(ids.length, 'export')}.\n`
      }),
    )
}

/** Returns a caller with all permissions, who owns the exports of a user. */
function callerOf({ user }: Options): Caller {
  return { ...LOCAL_CALLER, login: user ?? null }
}

function cellsOf({ exportId, status, fileName, size, expires }: ExportView): readonly string[] {
  return [
    exportId,
    status,
    fileName ?? 'no file',
    size === null ? '' : dataSize(size),
    expires === null ? '' : `until ${formatInstant(expires)}`,
  ]
}
