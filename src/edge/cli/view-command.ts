import { createReadStream } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import { ROW_FORMATS } from '../../app/views/rows-request.ts'
import type { View } from '../../app/views/view-types.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { UserError } from '../../core/base/errors.ts'
import { formatOfExtension } from '../../store/plan/file-types.ts'
import { formats } from '../../store/plan/formats.ts'
import { oneOf } from '../../store/plan/request-problems.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import { allPages } from './all-pages.ts'
import type { CommandContext } from './context.ts'
import { exported, exportTo, writeFacts } from './export-file.ts'
import { listOutput } from './in-columns.ts'
import { addJsonOption, addStoreOption, addYesOption, type ListOptions, type RemovalOptions } from './options.ts'
import { parameterOf } from './report-command.ts'
import { confirmRemoval, printFrom, withWorkspace } from './with-workspace.ts'
import { wrapped } from './wrapped.ts'

const EXAMPLES = `
Examples:
  sojourn view list
  sojourn view rows 7k2m9x0qdt -o report.xlsx
  sojourn view rows 7k2m9x0qdt asOf=2025-01-01 > report.csv
  sojourn view remove 7k2m9x0qdt
`

const requestContext = { caller: LOCAL_CALLER }

/** Adds `sojourn view`, which lists and removes the saved reports of all users, and writes their rows. */
export function addViewCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('view')
    .summary('list and remove saved reports, write their rows')
    .description(
      'Lists and removes the saved reports of all users, and writes their rows. Users save them on the page or over HTTP.',
    )
    .addHelpText('after', EXAMPLES)
  addList(command, context)
  addRows(command, context)
  addRemove(command, context)
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description('Lists the saved reports: id, name, owner, sharing, endpoint.')
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: false }, async ({ views }) =>
        listOutput(await allViews(views), options, cellsOf),
      ),
    )
}

const NOT_TEXT = ROW_FORMATS.filter(name => !formats[name].isText)

const ROWS_HELP = `
${wrapped(
  [
    'The file has all issues, also those that only some users may see. Its format is that of --format, or else of the',
    `extension of FILE: ${oneOf(ROW_FORMATS.map(name => `.${formats[name].extension}`))}. The parameters are those of the URL`,
    'of the rows, such as asOf=2025-01-01 or layout=wide. Ctrl-C cancels; then FILE is unchanged.',
  ].join(' '),
  '',
)}`

interface RowsOptions {
  readonly store: string
  readonly format?: string
  readonly output?: string
}

function addRows(command: Command, context: CommandContext): void {
  addStoreOption(command.command('rows'), context)
    .description(
      'Writes all rows of a saved report to a file or to the standard output. An invalid request exits with 2.',
    )
    .argument('<id>', 'its id')
    .argument('[name=value...]', 'parameters of the rows')
    .option('--format <format>', `${ROW_FORMATS.join(', ')} (default: that of the file, or csv)`)
    .option('-o, --output <file>', `the file to write; ${NOT_TEXT.join(' and ')} need one`)
    .addHelpText('after', ROWS_HELP)
    .action(async (id: string, args: string[], { store, format, output }: RowsOptions) => {
      const sent = args.map(parameterOf)
      const parameters = [...sent, ...formatParameters(sent, format, output)]
      await withWorkspace(context, store, { create: false }, async ({ views, exports }) => {
        const read = await views.rowsRequest(id, parameters, requestContext)
        if (output !== undefined) {
          const made = await exportTo(resolve(context.folder, output), exports, read, context)
          return writeFacts(context, output, made, {})
        }
        if (!formats[read.request.format].isText && read.problems.length === 0) {
          const problem = `Format ${read.request.format} is not written to the standard output. Add -o FILE.`
          throw new UserError('OPTIONS_INVALID', { problems: [problem] })
        }
        const { warnings } = await exported(exports, read, context, path => writeText(path, context))
        for (const warning of warnings) await context.err.write(`Warning: ${warning}\n`)
      })
    })
}

/** Returns the parameter with the format of the options. Throws OPTIONS_INVALID for a file with another extension. */
function formatParameters(sent: readonly RawParameter[], format?: string, output?: string): RawParameter[] {
  if (format !== undefined) return [parameterOf(`format=${format}`)]
  if (output === undefined || sent.some(({ name }) => name.toLowerCase() === 'format')) return []
  const named = formatOfExtension(extname(output).slice(1))
  if (named !== undefined) return [parameterOf(`format=${named}`)]
  const problem = `The format of ${output} is not known. Add --format with one of ${ROW_FORMATS.join(', ')}.`
  throw new UserError('OPTIONS_INVALID', { problems: [problem] })
}

async function writeText(path: string, { out }: CommandContext): Promise<void> {
  for await (const text of createReadStream(path, 'utf8')) await out.write(text as string)
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(addStoreOption(command.command('remove'), context))
    .description('Removes a saved report after a confirmation. Its owner can restore it for a day.')
    .argument('<id>', 'its id')
    .action((id: string, options: RemovalOptions) =>
      printFrom(context, options.store, { create: false }, async ({ views }) => {
        const { name, owner } = await views.find(id, requestContext)
        await confirmRemoval(context, `saved report ${name} (id ${id}) of ${owner ?? 'nobody'}`, options)
        await views.remove(id, requestContext)
        return `Removed saved report ${name} (id ${id}).\n`
      }),
    )
}

function allViews(views: Workspace['views']): Promise<readonly View[]> {
  return allPages(async page => {
    const { views: some, total } = await views.list({ scope: 'all', ...page }, requestContext)
    return { some, total }
  })
}

function cellsOf({ id, name, owner, sharing, group, endpoint }: View): readonly string[] {
  return [id, name, owner ?? '-', group === null ? sharing : `group ${group}`, endpoint]
}
