import type { Command } from 'commander'
import { UserError } from '../../core/base/errors.ts'
import { formatInstant, type Millis } from '../../core/time/instant.ts'
import { DAY } from '../../core/time/local-time.ts'
import { type CommandContext, shownInstant } from './context.ts'
import { listOutput } from './in-columns.ts'
import { addJsonOption, addStoreOption, type ListOptions } from './options.ts'
import { printFrom } from './with-workspace.ts'

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
export function addTokenCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('token')
    .summary('create, list and revoke tokens')
    .description('Manages the tokens that users sign in with when the access mode is tokens.')
    .addHelpText('after', EXAMPLES)
  addCreate(command, context)
  addList(command, context)
  addRevoke(command, context)
}

function addCreate(command: Command, context: CommandContext): void {
  addStoreOption(command.command('create'), context)
    .description('Creates a token for a user and prints it. It is not shown again.')
    .requiredOption('--user <login>', 'the user of the token')
    .option('--expires <time>', 'its lifetime, such as 90d, 12h or 8w; by default it is valid until it is revoked')
    .action(({ store, user, expires }: { store: string; user: string; expires?: string }) =>
      printFrom(context, store, { create: true }, async ({ access }) => {
        const token = await access.createToken(user, expires === undefined ? null : lifetime(expires))
        const until = token.expires === null ? 'until it is revoked' : `until ${shownInstant(token.expires, context)}`
        await context.err.write(`Token ${token.id} of ${user}, which works ${until}. It is not shown again:\n`)
        return `${token.token}\n`
      }),
    )
}

const UNITS: Readonly<Record<string, Millis>> = { h: DAY / 24, d: DAY, w: 7 * DAY }

function lifetime(text: string): Millis {
  const [, count, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? []
  if (unit !== undefined) return Number(count) * UNITS[unit]!
  throw new UserError('OPTION_INVALID', {
    option: '--expires',
    value: text,
    allowed: 'a whole number and h, d or w: 12h, 90d, 8w',
  })
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description('Lists the tokens: id, user, creation, expiry, last use.')
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: true }, async ({ access }) =>
        listOutput(
          await access.tokens(),
          options,
          ({ id, login, created, expires, lastUsed }) => [
            id,
            login,
            `made ${shownInstant(created, context)}`,
            expires === null ? 'no end' : `until ${shownInstant(expires, context)}`,
            lastUsed === null ? 'never used' : `last used ${shownInstant(lastUsed, context)}`,
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

function addRevoke(command: Command, context: CommandContext): void {
  addStoreOption(command.command('revoke'), context)
    .description('Revokes a token: it stops working at once.')
    .argument('<id>', 'its id')
    .action((id: string, { store }: { store: string }) =>
      printFrom(context, store, { create: true }, async ({ access }) => {
        await access.revokeToken(id)
        return `Token ${id} is revoked.\n`
      }),
    )
}
