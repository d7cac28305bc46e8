import type { Command } from 'commander'
import { UserError } from '../../core/base/errors.ts'
import type { CommandContext } from './context.ts'

/** The options of a command that removes things. */
export interface RemovalOptions {
  readonly store: string
  readonly yes?: true
}

/** Adds `--yes` to a command that removes things. */
export function addYesOption(command: Command): Command {
  return command.option('--yes', 'remove without a confirmation')
}

/**
 * Asks whether to remove `what`, unless `--yes` was given. Throws REMOVAL_UNCONFIRMED when the answer is no, or without
 * a terminal.
 */
export async function confirmRemoval(context: CommandContext, what: string, { yes }: RemovalOptions): Promise<void> {
  if (yes) return
  // Nothing has started yet: Ctrl-C may end the process as usual.
  const isAgreed = await context.confirm?.(`Remove ${what}? This cannot be undone.`, new AbortController().signal)
  if (!isAgreed) throw new UserError('REMOVAL_UNCONFIRMED', { what })
}
