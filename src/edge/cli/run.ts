import { Command, CommanderError } from 'commander'
import { errorOutcomes, FAILED, OK, USAGE } from '../../core/base/error-outcomes.ts'
import { isUserError } from '../../core/base/errors.ts'
import { addAccessCommand } from './access-command.ts'
import { addBackupCommand, addRestoreCommand } from './backup-command.ts'
import { addCalendarCommand } from './calendar-command.ts'
import { commandSetup } from './command-setup.ts'
import { addConfigCommand } from './config-command.ts'
import { addConnectCommand } from './connect-command.ts'
import { addConnectionCommand, addConnectionsCommand } from './connection-command.ts'
import type { Environment } from './context.ts'
import { addDemoCommand } from './demo-command.ts'
import { addExportCommand } from './export-command.ts'
import { addExportsCommand } from './exports-command.ts'
import { addFieldCommand } from './field-command.ts'
import { addFilterCommand } from './filter-command.ts'
import { addFlowCommand } from './flow-command.ts'
import { addImportCommand } from './import-command.ts'
import { addInfoCommand } from './info-command.ts'
import { addIssueCommand } from './issue-command.ts'
import { addJqlCommand } from './jql-command.ts'
import { addLakeCommand } from './lake-command.ts'
import { addNamesCommands } from './names-commands.ts'
import { addProjectCommand } from './project-command.ts'
import { addRepairsCommand } from './repairs-command.ts'
import { addReportCommand } from './report-command.ts'
import { addServeCommand, addStartCommand } from './serve-command.ts'
import { addSyncCommand } from './sync-command.ts'
import { addTeamCommand } from './team-command.ts'
import { addTokenCommand } from './token-command.ts'
import { addUserCommand } from './user-command.ts'
import { addViewCommand } from './view-command.ts'
import { addWorkflowCommand } from './workflow-command.ts'

const EXAMPLES = `
Examples:
  sojourn start                     try it with a demo tracker
  sojourn import issues.jsonl.gz    import your own issues
  sojourn connect jira URL ...      connect a tracker, and keep it in sync
  sojourn serve                     answer reports over HTTP
  sojourn help report               show the help of a command
`

/**
 * Runs the command of a command line, and returns its exit code; see error-outcomes.ts.
 *
 * `args` are the arguments after the program's name. Never rejects: errors go to the standard error.
 */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const output: BufferedOutput = { out: [], err: [] }
  try {
    const parser = program(environment, output)
    await parser.parseAsync(withNamedCommand(parser, args), { from: 'user' })
    return OK
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE
    output.err.push(isUserError(error) ? `${error.message}\n` : internalErrorText(error))
    return isUserError(error) ? errorOutcomes[error.code].exit : FAILED
  } finally {
    if (output.out.length > 0) await environment.out.write(output.out.join(''))
    if (output.err.length > 0) await environment.err.write(output.err.join(''))
  }
}

/**
 * Returns the arguments in a form in which the parser names an unknown command. With a request for help, it shows the help of
 * another command instead. `help` before the names of commands becomes `--help` after them.
 */
function withNamedCommand(parser: Command, args: readonly string[]): string[] {
  const path: string[] = []
  let command = parser
  let hasHelp = false
  for (const word of args) {
    if (word.startsWith('-') || command.commands.length === 0) break
    if (word === 'help') {
      hasHelp = true
      continue
    }
    path.push(word)
    const found = command.commands.find(one => one.name() === word)
    if (found === undefined) return path
    command = found
  }
  return hasHelp ? [...path, '--help'] : [...args]
}

/** Text to write when the command is over: the parser does not await its output. */
interface BufferedOutput {
  readonly out: string[]
  readonly err: string[]
}

function program(environment: Environment, output: BufferedOutput): Command {
  const { context, readSettings } = commandSetup(environment)
  const program = new Command('sojourn')
    .description('Reports how long issues of a tracker were in each status and with each assignee.')
    .version(context.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .configureOutput({
      writeOut: text => void output.out.push(text),
      writeErr: text => void output.err.push(text),
      getOutHelpWidth: () => context.out.columns,
      getErrHelpWidth: () => context.err.columns,
    })
    // Otherwise the texts of long options are not wrapped at 80 columns.
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .showHelpAfterError('(run with --help for usage)')
    .showSuggestionAfterError(true)
    .addHelpText('after', EXAMPLES)
    .hook('preAction', (_program, command) => readSettings(command))
  addStartCommand(program, context)
  addImportCommand(program, context)
  addConnectCommand(program, context)
  addReportCommand(program, context)
  addFlowCommand(program, context)
  addExportCommand(program, context)
  addExportsCommand(program, context)
  addServeCommand(program, context)
  addSyncCommand(program, context)
  addConnectionsCommand(program, context)
  addConnectionCommand(program, context)
  addJqlCommand(program, context)
  addFieldCommand(program, context)
  addFilterCommand(program, context)
  addViewCommand(program, context)
  addTeamCommand(program, context)
  addWorkflowCommand(program, context)
  addNamesCommands(program, context)
  addCalendarCommand(program, context)
  addUserCommand(program, context)
  addAccessCommand(program, context)
  addTokenCommand(program, context)
  addProjectCommand(program, context)
  addIssueCommand(program, context)
  addConfigCommand(program, context)
  addInfoCommand(program, context)
  addRepairsCommand(program, context)
  addDemoCommand(program, context)
  addBackupCommand(program, context)
  addRestoreCommand(program, context)
  addLakeCommand(program, context)
  return program
}

function internalErrorText(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `Something went wrong inside Sojourn that should not have. Please report it:\n${stack}\n`
}
