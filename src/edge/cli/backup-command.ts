import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { CommandContext } from './context.ts'
import { counted, dataSize } from './numbers.ts'
import { addStoreOption } from './options.ts'
import { printFrom } from './with-workspace.ts'

const BACKUP_EXAMPLES = `
A backup is one file. A server keeps answering meanwhile. The backup waits for a
running import. It holds all committed imports and changes, and tokens as hashes
only. Keep it where only you can read it.

Examples:
  sojourn backup /var/backups/sojourn.backup
  sojourn backup /var/backups/sojourn.backup --replace --store /var/lib/sojourn
`

const RESTORE_EXAMPLES = `
Stop the server first. The whole backup is read before anything else changes. A
store that holds issues is replaced only with --replace. It is not deleted, but
moved to the folder quarantine in the folder of the store.

Examples:
  sojourn restore /var/backups/sojourn.backup
  sojourn restore /var/backups/sojourn.backup --replace --store /var/lib/sojourn
`

interface Options {
  readonly store: string
  readonly replace?: boolean
}

/** Adds `sojourn backup`. */
export function addBackupCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('backup'), context)
    .summary('copy the store into a file')
    .description('Copies the store into one file, and checks that it can be restored.')
    .argument('<FILE>', 'the file to write, outside the folder of the store')
    .option('--replace', 'replace an existing file')
    .addHelpText('after', BACKUP_EXAMPLES)
    .action((file: string, { store, replace = false }: Options) =>
      printFrom(context, store, { create: false }, async workspace => {
        const backup = await workspace.backup(resolve(context.folder, file), { replace })
        return `Backed up ${store} to ${backup.file}: ${contents(backup)}.\n`
      }),
    )
}

/** Adds `sojourn restore`. */
export function addRestoreCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('restore'), context)
    .summary('restore a store from a backup')
    .description('Restores a store from a file that sojourn backup wrote.')
    .argument('<FILE>', 'the backup')
    .option('--replace', 'replace a store with issues; it is moved to its quarantine folder')
    .addHelpText('after', RESTORE_EXAMPLES)
    .action(async (file: string, { store, replace = false }: Options) => {
      const restored = await context.restore(resolve(context.folder, file), store, { replace })
      const before = restored.quarantine === null ? '' : ` What was there before is in ${restored.quarantine}.`
      const names = restored.paused.join(', ')
      const next =
        names === '' ? '' : ` Paused connections: ${names}. Start each with 'sojourn connection resume NAME'.`
      await context.out.write(`Restored ${restored.dir} from ${file}: ${contents(restored)}.${before}${next}\n`)
    })
}

function contents(copy: { readonly issues: number; readonly batch: number; readonly bytes: number }): string {
  return `${counted(copy.issues, 'issue')} after ${counted(copy.batch, 'import')}, ${dataSize(copy.bytes)}`
}
