import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { BenchReport } from './report.ts'
import { BIN, serve } from './served-store.ts'
import { timed } from './timing.ts'
import { type ApiIssue, walk } from './today.ts'

const FILE = join(import.meta.dirname, '..', '..', 'shared', 'data', 'bugzilla-cdt', 'issues.jsonl.gz')

/** Measures aggregations over real histories, if available: whole requests, and the same in memory. */
export async function measureRealData(times: number, report: BenchReport): Promise<void> {
  if (!existsSync(FILE)) return console.log('real data are not at hand')
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-bench-real-'))
  const store = join(folder, 'store')
  try {
    const imported = spawnSync(process.execPath, [BIN, 'import', FILE, '--store', store])
    if (imported.status !== 0) throw new Error(imported.stderr.toString())
    const issues = statusHistories()
    report.add(`today: walk ${issues.length} real issues in memory`, await timed(times, () => walk(issues, Date.now())))
    const server = await serve(store, [])
    const parameters = {
      aggregationType: 'average',
      columnsBy: 'statusDuration',
      viewFormat: 'days',
      groupByFields: 'project',
    }
    const all = { ...parameters, filterType: 'customjql', customjql: 'ORDER BY key' }
    try {
      const average = () => server.request('aggregation', { ...all, calendar: 'normalHours' })
      report.add(`average of ${issues.length} real issues, 24/7`, await timed(20, average), 5)
      const business = () => server.request('aggregation', { ...all, calendar: '0', dayLength: 'businessDays' })
      report.add(`average of ${issues.length} real issues, business`, await timed(20, business), 10)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the issues with their status changes only, as `walk` takes them. */
function statusHistories(): ApiIssue[] {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').split('\n').filter(Boolean)
  return lines.map(line => {
    const { key, fields, changelog } = JSON.parse(line)
    const changes = changelog.histories.flatMap((history: { created: string; items: Record<string, string>[] }) =>
      history.items
        .filter(({ field }) => field === 'status')
        .map(({ fromString, toString: to }) => ({ created: history.created, from: fromString, to })),
    )
    const histories = changes.length > 0 ? changes : [{ created: fields.created, from: '', to: fields.status.name }]
    return { key, fields: { project: fields.project.key, created: fields.created }, changelog: { histories } }
  })
}
