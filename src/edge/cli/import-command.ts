import { type Command, Option } from 'commander'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { UserError } from '../../core/base/errors.ts'
import type { ExportFile, ListTexts } from '../../intake/source/source.ts'
import { DEFAULT_FORMAT, type ExportFormat, exportFormats } from '../../intake/source/sources.ts'
import type { CommandContext } from './context.ts'
import { type ImportedFile, importReport } from './import-report.ts'
import { type InputFile, inputFiles, listText } from './input-file.ts'
import { addStoreOption } from './options.ts'
import { progressDisplay } from './progress.ts'
import { timeLeft } from './time-left.ts'
import { withWorkspace } from './with-workspace.ts'

const EXAMPLES = `
A file is imported completely, or not at all if something in it is invalid.
In a folder, texts, CSV, Markdown and pictures are skipped.
FILE is JSON Lines, an array, a search page or one issue, plain or gzip, or a
folder of such files. - is the standard input.
An issue that is already in the store is replaced. An issue without a change log
does not replace a history.

Examples:
  sojourn import issues.jsonl.gz
  sojourn import page-*.json --statuses statuses.json --groups groups.json
  curl -s "$JIRA/rest/api/2/search?expand=changelog,names&jql=project=WEB" | sojourn import -
  sojourn import --users users.json --store /var/lib/sojourn
`

interface ImportOptions {
  readonly store: string
  readonly format: ExportFormat
  readonly statuses?: string
  readonly groups?: string
  readonly users?: string
  readonly fields?: string
  readonly skipInvalid?: true
  readonly withoutHistories?: true
  readonly newAddress?: true
  readonly partial?: true
  readonly yes?: true
}

/** Adds `sojourn import`. */
export function addImportCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('import'), context)
    .summary('import issues with their histories')
    .description('Imports issues with their histories, as exported from the REST API of Jira.')
    .argument('[FILE...]', 'files of issues, or folders of them; - for the standard input')
    .addOption(formatOption())
    .option('--statuses <file>', "the tracker's statuses: their names, categories and order")
    .option('--groups <file>', "the tracker's groups with their members")
    .option('--users <file>', "the tracker's users: names, time zones, whether they are active")
    .option('--fields <file>', 'the names and kinds of its fields')
    .option('--skip-invalid', 'leave out invalid parts instead of rejecting their file')
    .option('--partial', 'accept an export with missing search pages')
    .option('--yes', 'replace the demo in the store without a confirmation')
    .option('--without-histories', 'accept files in which no issue has a change log')
    .option('--new-address', 'accept that the tracker of the store has a new address')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: ImportOptions, command: Command) => {
      const { statuses, groups, users, fields } = options
      if (![...paths, statuses, groups, users, fields].some(Boolean)) command.error('error: give a FILE to import')
      if (paths.filter(path => path === '-').length > 1) command.error('error: - can be given only once')
      await importPaths(paths, options, context)
    })
}

function formatOption(): Option {
  const option = new Option('--format <format>', 'the format of the files').default(DEFAULT_FORMAT)
  return option.choices(Object.keys(exportFormats))
}

async function importPaths(paths: readonly string[], options: ImportOptions, context: CommandContext): Promise<void> {
  const start = performance.now()
  const listPaths = [options.statuses, options.groups, options.users, options.fields].filter(path => path !== undefined)
  const files = (await Promise.all(paths.map(path => inputFiles(path, listPaths, context)))).flat()
  const lists = await listsOf(options)
  const signal = context.stopSignal()
  const done: ImportedFile[] = []
  await withWorkspace(context, options.store, { create: true }, async workspace => {
    try {
      const replaceDemo = await confirmReplacement(workspace, options, context, signal)
      await importAll(workspace, files, lists, { replaceDemo, options, context, signal, done })
    } catch (error) {
      await workspace.discardIfUnused()
      throw error
    } finally {
      if (done.length > 0) await context.out.write(importReport(done, options.store, performance.now() - start))
    }
  })
  if (files.length === 0) await context.out.write(`Imported the lists into ${options.store}.\n`)
}

/** Returns whether the store has the demo and the user allows its replacement. Throws DEMO_IN_STORE otherwise. */
async function confirmReplacement(
  workspace: Workspace,
  { store, yes }: ImportOptions,
  context: CommandContext,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await workspace.holdsDemo())) return false
  const isAgreed = yes || (await context.confirm?.(`The store ${store} contains the demo. Replace it?`, signal))
  if (!isAgreed) throw new UserError('DEMO_IN_STORE', { dir: store })
  await context.err.write(`The import replaces the demo in ${store}.\n`)
  return true
}

interface ImportRun {
  /** Whether the files replace the demo. */
  readonly replaceDemo: boolean
  readonly options: ImportOptions
  readonly context: CommandContext
  readonly signal: AbortSignal
  /** The files that are already imported. */
  readonly done: ImportedFile[]
}

async function importAll(
  workspace: Workspace,
  files: readonly InputFile[],
  lists: ListTexts,
  { replaceDemo, options, context, signal, done }: ImportRun,
): Promise<void> {
  const progress = progressDisplay(context.err)
  const time = timeLeft(files)
  const inputs = new Map<ExportFile, InputFile>(files.map(file => [file, file]))
  const total = files.reduce<number | null>((sum, { size }) => (sum === null || size === null ? null : sum + size), 0)
  try {
    await workspace.importFiles({
      format: options.format,
      files,
      lists,
      signal,
      at: context.now(),
      replaceDemo,
      skipInvalid: options.skipInvalid ?? false,
      withoutHistories: options.withoutHistories ?? false,
      partial: options.partial ?? false,
      newAddress: options.newAddress ?? false,
      onProgress: (file, issues) => {
        time.read(inputs.get(file)!)
        const before = done.reduce((sum, { summary }) => sum + summary.issues, 0)
        const bytes = files.reduce((sum, one) => sum + one.bytesRead(), 0)
        progress.update({ issues: before + issues, bytes, total, left: time.estimate() })
      },
      onFile: (file, summary) => {
        time.imported(inputs.get(file)!)
        done.push({ name: file.name, summary })
      },
    })
  } finally {
    progress.end()
  }
}

async function listsOf({ statuses, groups, users, fields }: ImportOptions): Promise<ListTexts> {
  const read = async (path: string | undefined) => (path === undefined ? undefined : listText(path))
  return {
    statuses: await read(statuses),
    groups: await read(groups),
    users: await read(users),
    fields: await read(fields),
  }
}
