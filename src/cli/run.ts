import { Command, CommanderError } from 'commander'
import { isUserError } from '../base/errors.ts'
import { addBackupCommand, addRestoreCommand } from './backup-command.ts'
import { addCalendarCommand } from './calendar-command.ts'
import { addConfigCommand } from './config-command.ts'
import { addDemoCommand } from './demo-command.ts'
import { exitCode, FAILED, OK, USAGE } from './exit-code.ts'
import { addFilterCommand } from './filter-command.ts'
import { addImportCommand } from './import-command.ts'
import { addInfoCommand } from './info-command.ts'
import { addIssueCommand } from './issue-command.ts'
import { addJqlCommand } from './jql-command.ts'
import { addNamesCommands } from './names-commands.ts'
import { addProjectCommand } from './project-command.ts'
import { addRepairsCommand } from './repairs-command.ts'
import { addReportCommand } from './report-command.ts'
import { addServeCommand, addStartCommand } from './serve-command.ts'
import { settledWorld } from './settled-world.ts'
import { addTokenCommand } from './token-command.ts'
import { addUserCommand } from './user-command.ts'
import type { Outside } from './world.ts'

const EXAMPLES = `
Examples:
  sojourn start                     try it, with a made-up tracker
  sojourn import issues.jsonl.gz    import your own issues
  sojourn serve                     answer reports over HTTP
  sojourn help report               show the help of a command
`

/**
 * Runs the command of a command line, and returns its exit code; see exit-code.ts.
 *
 * `args` are the arguments after the program's name. Never rejects: errors go to the standard error.
 */
export async function run(words: readonly string[], outside: Outside): Promise<number> {
  const told: ReportedError = { out: [], err: [] }
  try {
    await program(outside, told).parseAsync([...words], { from: 'user' })
    return OK
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE
    told.err.push(isUserError(error) ? `${error.message}\n` : defectWords(error))
    return isUserError(error) ? exitCode[error.code] : FAILED
  } finally {
    if (told.out.length > 0) await outside.out.write(told.out.join(''))
    if (told.err.length > 0) await outside.err.write(told.err.join(''))
  }
}

/** Text to write when the command is over: the parser does not await its output. */
interface ReportedError {
  readonly out: string[]
  readonly err: string[]
}

function program(outside: Outside, told: ReportedError): Command {
  const { world, settle } = settledWorld(outside)
  const program = new Command('sojourn')
    .description('Reports how long the issues of a tracker spent in statuses and with people.')
    .version(world.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .configureOutput({
      writeOut: text => void told.out.push(text),
      writeErr: text => void told.err.push(text),
      getOutHelpWidth: () => world.out.columns,
      getErrHelpWidth: () => world.err.columns,
    })
    // Otherwise the texts of long options are not wrapped at 80 columns.
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .showHelpAfterError('(run with --help for usage)')
    .showSuggestionAfterError(true)
    .addHelpText('after', EXAMPLES)
    .hook('preAction', (_program, command) => settle(command))
  addStartCommand(program, world)
  addImportCommand(program, world)
  addReportCommand(program, world)
  addServeCommand(program, world)
  addJqlCommand(program, world)
  addFilterCommand(program, world)
  addNamesCommands(program, world)
  addCalendarCommand(program, world)
  addUserCommand(program, world)
  addTokenCommand(program, world)
  addProjectCommand(program, world)
  addIssueCommand(program, world)
  addConfigCommand(program, world)
  addInfoCommand(program, world)
  addRepairsCommand(program, world)
  addDemoCommand(program, world)
  addBackupCommand(program, world)
  addRestoreCommand(program, world)
  return program
}

function defectWords(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `Something went wrong inside Sojourn that should not have. Please report it:\n${stack}\n`
}
