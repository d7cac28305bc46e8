// Loads the demo into a new store and runs ten reports, as a user would on this system. Fails at the first problem.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '..', 'bin', 'sojourn.js')

const METRICS = JSON.stringify([{ name: 'Cycle time', from: { id: '3' }, to: { id: '10001' } }])

const COLUMNS = [
  'statusDuration',
  'statusCount',
  'transitionCount',
  'assigneeDuration',
  'assigneeDurationByStatus',
  'firstTransitionToStatusDate',
  'lastTransitionToStatusDate',
  'groupDuration',
  'anyfieldDuration',
  'durationBetweenStatuses',
]

/** What some reports need in addition. */
const NEEDED = {
  groupDuration: ['groups=web-team,testers'],
  anyfieldDuration: ['historyFields=priority'],
  durationBetweenStatuses: [`dbsMetrics=${METRICS}`],
}

const folder = mkdtempSync(join(tmpdir(), 'sojourn-try-'))

/** Runs a command on the store; returns its output. */
function sojourn(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args, '--store', join(folder, 'store')], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(`sojourn ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

try {
  console.log(sojourn('demo').trim())
  for (const columnsBy of COLUMNS) {
    const parameters = ['filterType=project', 'projectKey=WEB', `columnsBy=${columnsBy}`, 'calendar=normalHours']
    const report = sojourn('report', 'list', ...parameters, 'viewFormat=days', ...(NEEDED[columnsBy] ?? []))
    const { total } = JSON.parse(report)
    if (!(total > 0)) throw new Error(`${columnsBy} has no issues: ${report.slice(0, 500)}`)
    console.log(`${columnsBy}: ${total} issues`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
