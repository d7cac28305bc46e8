import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { UserError } from '../../core/base/errors.ts'
import { withDayLength } from '../../store/plan/day-length.ts'
import { type ReadFileRequest, readFileRequest } from '../../store/plan/file-request.ts'
import { extensions, fileTypes, formatOfExtension, typeOfFormat } from '../../store/plan/file-types.ts'
import { oneOf } from '../../store/plan/request-problems.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import type { CommandContext } from './context.ts'
import { exportTo, writeFacts } from './export-file.ts'
import { addJsonOption, addStoreOption } from './options.ts'
import { parameterOf } from './report-command.ts'
import { withWorkspace } from './with-workspace.ts'
import { wrapped } from './wrapped.ts'

const ABOUT = wrapped(
  [
    "The parameters are those of 'sojourn report'. The file has all issues, and there is no limit on its cells.",
    `The extension of FILE is the format: ${oneOf(extensions)}; outputType overrides it.`,
    'A workbook has the list and its aggregations. Ctrl-C cancels; then FILE is unchanged.',
  ].join(' '),
  '',
)

const EXAMPLES = `
${ABOUT}
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
      const read = requestOf(kind, output, withDayLength(args.map(parameterOf)))
      const made = await withWorkspace(context, store, { create: false }, ({ exports }) =>
        exportTo(resolve(context.folder, output), exports, read, context),
      )
      await writeFacts(context, output, made, { json })
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
    const advice = `Give it one of the extensions ${extensions.join(', ')}, or send outputType.`
    throw invalid(`The format of ${output} is not known. ${advice}`)
  }
  return readFileRequest(
    parameters.filter(one => !isType(one)),
    typeOfFormat(format, kind),
  )
}

function invalid(problem: string): UserError {
  return new UserError('OPTIONS_INVALID', { problems: [problem] })
}
