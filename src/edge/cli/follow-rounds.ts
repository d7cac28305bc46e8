import { setTimeout } from 'node:timers/promises'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { UserError } from '../../core/base/errors.ts'
import type { RoundOutcome, ShownProgress, SyncOptions } from '../../intake/connections/round-progress.ts'
import type { CommandContext } from './context.ts'
import { counted, grouped, seconds } from './numbers.ts'
import { lineDisplay, progressBar } from './progress.ts'

/** How often the progress of a round is read. Milliseconds. */
const POLL = 200

/** How often a round that waits says so on an output that is not a terminal. Milliseconds. */
const HEARTBEAT = 30_000

/**
 * Runs rounds of the named connections, or of all, and reports how they end.
 *
 * When `signal` is aborted, a round of this process stops; a server goes on with its own. Throws SYNC_STOPPED, and
 * SYNC_INCOMPLETE after all rounds, with those that did not end well.
 */
export async function runRounds(
  connections: Workspace['connections'],
  names: readonly string[],
  options: SyncOptions,
  context: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  const started = await connections.sync(names, options)
  const failed: { name: string; reason: string; next: string }[] = []
  for (const { name, round } of started) {
    const end = await followed(connections, name, round, context, signal)
    if (end === null) return
    await context.out.write(endText(name, end, options.dryRun))
    for (const problem of end.permissionProblems) await context.out.write(`${name}: ${problem}\n`)
    if (isIncomplete(end)) failed.push({ name, reason: endReason(end), next: end.next })
  }
  if (failed.length > 0) throw new UserError('SYNC_INCOMPLETE', { failed })
}

/** Shows the progress of a round until it ends; returns `null` when a server goes on with it. */
async function followed(
  connections: Workspace['connections'],
  name: string,
  round: number,
  { err }: CommandContext,
  signal: AbortSignal,
): Promise<RoundOutcome | null> {
  const display = lineDisplay(err)
  let [done, phase] = [0, '']
  try {
    for (;;) {
      const { progress, end } = await connections.round(name, round)
      if (end !== null) return end
      if (signal.aborted) {
        if (await connections.stop(name)) throw new UserError('SYNC_STOPPED')
        display.end()
        await err.write(`The server goes on with the round of ${name}; 'sojourn connections' shows it.\n`)
        return null
      }
      if (progress) {
        const isMoving = progress.done !== done || progress.phase !== phase
        display.update(() => roundLine(name, progress, err.isTerminal), isMoving ? undefined : HEARTBEAT)
        ;[done, phase] = [progress.done, progress.phase]
      }
      await setTimeout(POLL, undefined, { signal }).catch(() => {})
    }
  } finally {
    display.end()
  }
}

/** Formats `[####....] jira: reading issues, 1,200 of 2,000, 140 issues/s, 6.0 s left`; omits what is unknown. */
export function roundLine(name: string, progress: ShownProgress, withBar: boolean): string {
  const { done, total } = progress
  const bar = withBar && isPartOf(progress) && total! > 0 ? progressBar(done / total!) : ''
  return `${bar}${name}: ${progressText(progress)}`
}

/** Returns whether `done` is a part of `total`. While listing, `done` covers all projects, but `total` only one. */
function isPartOf({ done, total }: ShownProgress): boolean {
  return total !== null && done <= total
}

/** Formats how far a round is: `reading issues, 1,200 of 2,000, 140 issues/s, 6.0 s left`; omits what is unknown. */
export function progressText(progress: ShownProgress): string {
  const { phase, done, total, issuesPerSecond, waitedMs, remainingMs } = progress
  const facts = [phase]
  if (isPartOf(progress)) facts.push(`${grouped(done)} of ${grouped(total!)}`)
  else if (done > 0) facts.push(counted(done, 'issue'))
  if (issuesPerSecond !== null) facts.push(`${grouped(issuesPerSecond)} issues/s`)
  if (waitedMs >= 1000) facts.push(`waited ${seconds(waitedMs)}`)
  if (remainingMs !== null) facts.push(`${seconds(remainingMs)} left`)
  return facts.join(', ')
}

function endText(
  name: string,
  { listed, fetched, gone, failed, requests, waitedMs, ms }: RoundOutcome,
  isDryRun: boolean,
) {
  if (isDryRun) return `${name}: would read ${counted(listed, 'issue')}. Nothing was changed.\n`
  const facts = [
    `read ${counted(fetched, 'issue')}`,
    ...(gone > 0 ? [`removed ${grouped(gone)}`] : []),
    ...(failed > 0 ? [`${grouped(failed)} could not be read`] : []),
    `with ${counted(requests, 'request')}`,
  ]
  const waited = waitedMs >= 1000 ? `, of which ${seconds(waitedMs)} waiting` : ''
  return `${name}: ${facts.join(', ')} in ${seconds(ms)}${waited}.\n`
}

function isIncomplete({ state, reason, failed }: RoundOutcome): boolean {
  return failed > 0 || reason !== null || state === 'waiting' || state === 'needs-token' || state === 'needs-approval'
}

function endReason({ reason, failed, state }: RoundOutcome): string {
  return reason ?? (failed > 0 ? `${counted(failed, 'issue')} could not be read.` : `It is ${state}.`)
}
