import { copyFile, open, rename, rm } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { LOCAL_CALLER } from '../access/caller.ts'
import { UserError } from '../base/errors.ts'
import { type ExportView, isPending } from '../exports/export-record.ts'
import type { OpenExports } from '../exports/exports.ts'
import { fileFormats } from '../plan/file-formats.ts'
import { type ReadFileRequest, readFileRequest } from '../plan/file-request.ts'
import { type FileType, fileTypes, formatOfExtension } from '../plan/file-types.ts'
import type { RawParameter } from '../plan/request-values.ts'
import type { CommandContext } from './context.ts'
import { addJsonOption } from './list-output.ts'
import { counted, megabytes } from './numbers.ts'
import { addStoreOption } from './options.ts'
import { lineDisplay, progressBar } from './progress.ts'
import { parameterOf } from './report-command.ts'
import { withWorkspace } from './with-workspace.ts'

const EXAMPLES = `
The parameters are those of 'sojourn report'. The file has all issues, and there
is no limit on its cells. The extension of FILE is the format: .xlsx, .csv,
.ndjson or .parquet; outputType overrides it. A workbook has the list and its
aggregations. Ctrl-C cancels; then FILE is unchanged.

Examples:
  sojourn export list filterType=project projectKey=WEB columnsBy=statusDuration \\
    calendar=normalHours viewFormat=hours -o web.xlsx
  sojourn export list filterType=customjql 'customjql=ORDER BY key' \\
    columnsBy=statusDuration calendar=normalHours layout=wide -o all.parquet
  sojourn export aggregation filterType=project projectKey=WEB columnsBy=statusDuration \\
    calendar=normalHours aggregationType=average groupByFields=issuetype -o averages.csv
`

interface Options {
  readonly store: string
  readonly output: string
  readonly json?: true
}

/** The time between two questions about the progress. Milliseconds. */
const POLL_MS = 100

/** Adds `sojourn export`. */
export function addExportCommand(program: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(program.command('export'), context))
    .summary('write a whole report to a file')
    .description('Writes a whole report to a file. An invalid request exits with 2.')
    .argument('<kind>', 'list (a row for each issue) or aggregation (a row for each group)')
    .argument('[name=value...]', 'the parameters of the report')
    .requiredOption('-o, --output <file>', 'the file to write')
    .addHelpText('after', EXAMPLES)
    .action(async (kind: string, args: string[], { store, output, json }: Options) => {
      const read = requestOf(kind, output, args.map(parameterOf))
      const signal = context.stopSignal()
      const target = resolve(context.folder, output)
      await withWorkspace(context, store, { create: false }, async ({ exports }) => {
        const made = await withPart(target, async part => {
          const { exportId: id } = await exports.start(read, null, { caller: LOCAL_CALLER })
          try {
            const view = await followed(exports, id, context, signal)
            const { path } = await exports.file(id, { caller: LOCAL_CALLER })
            await copyFile(path, part)
            return view
          } finally {
            await exports.remove(id, { caller: LOCAL_CALLER })
          }
        })
        if (json) return context.out.write(`${JSON.stringify({ file: target, ...made }, null, 2)}\n`)
        for (const warning of made.warnings) await context.err.write(`Warning: ${warning}\n`)
        const size = `${counted(made.total, 'issue')} in ${counted(made.rows ?? 0, 'row')}, ${megabytes(made.size ?? 0)}`
        return context.out.write(`${output}: ${size}.\n`)
      })
    })
}

/** Reads the request for a file: a report of this kind, in the format of outputType or of the extension. */
function requestOf(kind: string, output: string, parameters: readonly RawParameter[]): ReadFileRequest {
  if (kind !== 'list' && kind !== 'aggregation') {
    throw invalid(`'${kind}' is not a kind of file. Allowed: list or aggregation.`)
  }
  const isType = ({ name }: RawParameter) => name.toLowerCase() === 'outputtype'
  const sent = parameters.find(one => isType(one) && one.value.trim() !== '')
  const type = fileTypes.find(({ name }) => name === sent?.value.trim().toUpperCase())
  if (type && type.aggregate !== null && kind === 'list') {
    throw invalid(`outputType ${type.name} is an aggregation, not a list.`)
  }
  // Invalid types, and those of an aggregate.
  if (sent && (!type || type.aggregate !== null)) return readFileRequest(parameters)
  const format = type?.format ?? formatOfExtension(extname(output).slice(1))
  if (format === undefined) {
    const known = Object.values(fileFormats).map(({ extension }) => `.${extension}`)
    const advice = `Give it one of the extensions ${known.join(', ')}, or send outputType.`
    throw invalid(`The format of ${output} is not known. ${advice}`)
  }
  const fallback: FileType = { name: format.toUpperCase(), format, endpoint: kind, aggregate: null }
  return readFileRequest(
    parameters.filter(one => !isType(one)),
    fallback,
  )
}

function invalid(problem: string): UserError {
  return new UserError('OPTIONS_INVALID', { problems: [problem] })
}

/** Waits for the end of an export, and shows its progress. Throws EXPORT_CANCELED and EXPORT_FAILED. */
async function followed(
  exports: OpenExports,
  id: string,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ExportView> {
  const display = lineDisplay(context.err)
  try {
    for (;;) {
      const view = await exports.find(id, { caller: LOCAL_CALLER })
      if (signal.aborted) {
        // It may have ended just now.
        await exports.cancel(id, { caller: LOCAL_CALLER }).catch(() => {})
        throw new UserError('EXPORT_CANCELED')
      }
      if (view.status === 'Successful') return view
      if (!isPending(view)) {
        await context.err.write(`${view.message}\n`)
        throw new UserError('EXPORT_FAILED', { id, reasons: [] })
      }
      display.update(() => progressLine(view, context.err.isTerminal))
      await setTimeout(POLL_MS, null, { signal }).catch(() => {})
    }
  } finally {
    display.end()
  }
}

function progressLine({ status, completed, total }: ExportView, withBar: boolean): string {
  if (status === 'Waiting') return 'Waiting for other exports'
  const bar = withBar && total > 0 ? progressBar(Math.min(1, completed / total)) : ''
  return `${bar}${completed} of ${counted(total, 'issue')}`
}

/** Runs `work` with the path of a new file next to `target`, which it then replaces. Throws EXPORT_UNWRITTEN. */
async function withPart<T>(target: string, work: (part: string) => Promise<T>): Promise<T> {
  const part = `${target}.part`
  try {
    // Fails before the report is computed.
    await (await open(part, 'w', 0o600)).close()
    const result = await work(part)
    const handle = await open(part, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(part, target)
    return result
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw (await import('../exports/export-folder.ts')).unwritten(error)
  }
}
