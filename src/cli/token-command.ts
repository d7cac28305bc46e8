import type { Command } from 'commander'
import { UserError } from '../base/errors.ts'
import { formatInstant, type Instant, type Millis } from '../time/instant.ts'
import { DAY } from '../time/local-time.ts'
import { formatReportDate } from '../time/report-date.ts'
import { addJsonOption, type ListOptions, listOutput } from './list-output.ts'
import { addStoreOption } from './options.ts'
import { withAccess } from './user-command.ts'
import type { CommandContext } from './world.ts'

const EXAMPLES = `
A token is shown once, when it is created. Only a hash of it is stored.

Examples:
  sojourn token create --user anna
  sojourn token create --user anna --expires 90d
  sojourn token list
  sojourn token revoke 3f9a10c2
  curl -H "Authorization: Bearer TOKEN" http://localhost:8080/
`

/** Adds `sojourn token`, which manages tokens. */
export function addTokenCommand(program: Command, world: CommandContext): void {
  const command = program
    .command('token')
    .summary('create, list and revoke tokens')
    .description('Manages the tokens that users sign in with when the access mode is tokens.')
    .addHelpText('after', EXAMPLES)
  addCreate(command, world)
  addList(command, world)
  addRevoke(command, world)
}

function addCreate(command: Command, world: CommandContext): void {
  addStoreOption(command.command('create'), world)
    .description('Creates a token for a user and prints it. It is not shown again.')
    .requiredOption('--user <login>', 'the user of the token')
    .option('--expires <time>', 'how long it works, such as 90d, 12h or 8w; else until it is revoked')
    .action(({ store, user, expires }: { store: string; user: string; expires?: string }) =>
      withAccess(world, store, async access => {
        const made = await access.createToken(user, expires === undefined ? null : lifetime(expires))
        const until = made.expires === null ? 'until it is revoked' : `until ${instant(made.expires, world)}`
        await world.err.write(`Token ${made.id} of ${user}, which works ${until}. It is not shown again:\n`)
        return `${made.token}\n`
      }),
    )
}

const UNITS: Readonly<Record<string, Millis>> = { h: DAY / 24, d: DAY, w: 7 * DAY }

function lifetime(text: string): Millis {
  const [, count, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? []
  if (unit !== undefined) return Number(count) * UNITS[unit]!
  throw new UserError('OPTION_INVALID', {
    ...{ option: '--expires', value: text },
    allowed: 'a whole number and h, d or w: 12h, 90d, 8w',
  })
}

function addList(command: Command, world: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), world))
    .description('Lists the tokens: id, user, when created, when it expires, when last used.')
    .action((options: ListOptions) =>
      withAccess(world, options.store, async access =>
        listOutput(
          await access.tokens(),
          options,
          ({ id, login, created, expires, lastUsed }) => [
            id,
            login,
            `made ${instant(created, world)}`,
            expires === null ? 'no end' : `until ${instant(expires, world)}`,
            lastUsed === null ? 'never used' : `last used ${instant(lastUsed, world)}`,
          ],
          token => ({
            ...token,
            created: formatInstant(token.created),
            expires: token.expires === null ? null : formatInstant(token.expires),
            lastUsed: token.lastUsed === null ? null : formatInstant(token.lastUsed),
          }),
        ),
      ),
    )
}

function instant(at: Instant, world: CommandContext): string {
  return formatReportDate(at, world.settings().values.timeZone)
}

function addRevoke(command: Command, world: CommandContext): void {
  addStoreOption(command.command('revoke'), world)
    .description('Revokes a token: it stops working at once.')
    .argument('<id>', 'its id')
    .action((id: string, { store }: { store: string }) =>
      withAccess(world, store, async access => {
        await access.revokeToken(id)
        return `Token ${id} is revoked.\n`
      }),
    )
}
