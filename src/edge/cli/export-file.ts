import { copyFile, open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import { type ExportView, isPending } from '../../app/exports/export-record.ts'
import type { TopicCalls } from '../../app/operations/topics.ts'
import { UserError } from '../../core/base/errors.ts'
import type { ReadFileRequest } from '../../store/plan/file-request.ts'
import type { CommandContext } from './context.ts'
import { counted, dataSize } from './numbers.ts'
import { lineDisplay, progressBar } from './progress.ts'

/** The time between two questions about the progress. Milliseconds. */
const POLL_MS = 100

/**
 * Exports a report to a file at `target`, and shows the progress. Ctrl-C cancels; then an existing file is unchanged.
 *
 * Throws the errors of the export, EXPORT_CANCELED, EXPORT_FAILED and EXPORT_UNWRITTEN.
 */
export function exportTo(
  target: string,
  exports: TopicCalls['exports'],
  read: ReadFileRequest,
  context: CommandContext,
): Promise<ExportView> {
  return withPart(target, part => exported(exports, read, context, path => copyFile(path, part)))
}

/** Exports a report, shows the progress, and passes the path of the complete file to `use`. Throws as exportTo does. */
export async function exported(
  exports: TopicCalls['exports'],
  read: ReadFileRequest,
  context: CommandContext,
  use: (path: string) => Promise<void>,
): Promise<ExportView> {
  const signal = context.stopSignal()
  const { exportId: id } = await exports.start(read, null, { caller: LOCAL_CALLER })
  try {
    const view = await followed(exports, id, context, signal)
    const { path } = await exports.file(id, { caller: LOCAL_CALLER })
    await use(path)
    return view
  } finally {
    await exports.remove(id, { caller: LOCAL_CALLER })
  }
}

/** Writes the facts of a new file: its size and warnings, or all of them as JSON. */
export async function writeFacts(
  { folder, out, err }: CommandContext,
  output: string,
  made: ExportView,
  { json }: { readonly json?: true | undefined },
): Promise<void> {
  if (json) return out.write(`${JSON.stringify({ file: resolve(folder, output), ...made }, null, 2)}\n`)
  for (const warning of made.warnings) await err.write(`Warning: ${warning}\n`)
  const size = `${counted(made.total, 'issue')} in ${counted(made.rows ?? 0, 'row')}, ${dataSize(made.size ?? 0)}`
  return out.write(`${output}: ${size}.\n`)
}

/** Waits for the end of an export, and shows its progress. Throws EXPORT_CANCELED and EXPORT_FAILED. */
async function followed(
  exports: TopicCalls['exports'],
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
    throw (await import('../../app/exports/export-folder.ts')).unwritten(error)
  }
}
