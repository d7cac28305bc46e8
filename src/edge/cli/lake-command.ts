import { resolve } from 'node:path'
import type { Command } from 'commander'
import { isBucket } from '../../access/settings/setting-values.ts'
import type { CommandContext } from './context.ts'
import { counted, dataSize } from './numbers.ts'
import { addLakeOption, addStoreOption } from './options.ts'
import { printFrom } from './with-workspace.ts'

const PUBLISH_EXAMPLES = `
Only what has changed is written. The previous revision is kept for an hour, and
stays whole if this one is interrupted. The files hold issues and histories with
the names of people: keep them where only those may read who may see all issues.

Examples:
  sojourn lake publish --lake /srv/lake
  sojourn lake publish --lake s3://tracker-data/sojourn
  SOJOURN_LAKE=/srv/lake sojourn lake publish --store /var/lib/sojourn
`

interface Options {
  readonly store: string
  readonly takeOver?: boolean
}

/** Adds `sojourn lake` with its subcommands. */
export function addLakeCommand(program: Command, context: CommandContext): void {
  const lake = program
    .command('lake')
    .summary('publish the store as Parquet files')
    .description('Publishes the store as Parquet files.')
  addLakeOption(addStoreOption(lake.command('publish'), context), context)
    .summary('publish a revision of the store')
    .description('Publishes the present state of the store as a revision of Parquet files.')
    .option('--take-over', 'continue the lake of another store, and remove its revisions')
    .addHelpText('after', PUBLISH_EXAMPLES)
    .action(({ store, takeOver = false }: Options) =>
      printFrom(context, store, { create: false }, async ({ lake }) => {
        const chosen = context.settings().values.lake
        const location = chosen === null || isBucket(chosen) ? chosen : resolve(context.folder, chosen)
        const made = await lake.publish({ location, takeOver })
        const revision = `Revision ${made.revision} in ${made.location}`
        const size = `${counted(made.issues, 'issue')} in ${counted(made.files, 'file')}, ${dataSize(made.bytes)}`
        if (!made.isNew) return `${revision} is current: nothing has changed. It has ${size}.\n`
        return `${revision}: ${size}; ${counted(made.filesWritten, 'file')} written, ${dataSize(made.bytesWritten)}.\n`
      }),
    )
  addStoreOption(lake.command('status'), context)
    .summary('show the current revision')
    .description('Shows the current revision of the lake.')
    .action(({ store }: Options) =>
      printFrom(context, store, { create: false }, async ({ lake }) => {
        const status = await lake.status()
        if (status === null) return "Nothing was published yet. Run 'sojourn lake publish'.\n"
        const at = new Date(status.published).toISOString()
        const schema = status.schema === null ? '' : `, schema ${status.schema} of Trino`
        const size = `${counted(status.issues, 'issue')}, ${dataSize(status.bytes)}${schema}`
        const kept =
          status.kept === 0 ? '' : ` ${counted(status.kept, 'replaced revision is', 'replaced revisions are')} kept.`
        return `Revision ${status.revision} in ${status.location}, published ${at}: ${size}.${kept}\n`
      }),
    )
}
