// The same reports on DuckDB and on Trino: scripts/trino.sh start 3, then npm run bench:trino -- --keep DIR

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../src/store/engine/open-store.ts'
import { plain } from '../src/store/sql/sql.ts'
import { checkSums } from './check-sums.ts'
import { generateStore, LAST_INSTANT } from './generate-store.ts'
import { readStays, sumByProject } from './kernel.ts'
import { BIN, serve } from './served-store.ts'
import { summaryOf } from './timing.ts'
import { sizesOf, workloads } from './workloads.ts'

const { values: options } = parseArgs({
  options: {
    issues: { type: 'string', default: '2700000' },
    keep: { type: 'string' },
    times: { type: 'string', default: '3' },
    memory: { type: 'string', default: '2048' },
    /** The same as of scripts/trino.sh. */
    home: { type: 'string', default: process.env.TRINO_HOME },
    port: { type: 'string', default: process.env.TRINO_PORT ?? '18080' },
    'skip-reports': { type: 'boolean', default: false },
  },
})

const { keep: dir, home } = options
if (dir === undefined || home === undefined) throw new Error('give --keep, a folder for the store, and TRINO_HOME')
const issues = Number(options.issues)
if (!existsSync(dir)) {
  await generateStore(dir, { issues, projects: Math.min(1800, Math.max(20, Math.round(issues / 1500))), seed: 1 })
}
const settings = {
  SOJOURN_LAKE: join(home, 'lake', 'bench'),
  SOJOURN_LAKE_SCHEMA: 'bench',
  SOJOURN_TRINO_URL: `http://127.0.0.1:${options.port}`,
  SOJOURN_TRINO_LAKE: 'local:///bench',
  SOJOURN_MEMORY_MB: options.memory,
}
Object.assign(process.env, settings)
const workers = readdirSync(join(home, 'nodes')).map(node =>
  readFileSync(join(home, 'nodes', node, 'pid'), 'utf8').trim(),
)

published('first')
if (!options['skip-reports']) await compareReports(dir)
await changeIssues(dir, 'id between 1000000 and 1000099')
published('after 100 neighbouring issues changed')
await changeIssues(dir, `id % ${Math.floor(issues / 100)} = 7 and id <= ${Math.floor(issues / 100) * 100}`)
published('after 100 scattered issues changed')

/** Publishes with the command, as a user does, and prints its message, its time and its processor time. */
function published(what: string): void {
  const start = performance.now()
  const before = cpuOf(workers)
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', process.execPath, BIN, 'lake', 'publish', '--store', dir!],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  const cpu = stderr.trim().split('\n').at(-1)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${what}: ${seconds} s; CPU ${cpu} s, of Trino ${(cpuOf(workers) - before).toFixed(1)} s\n  ${stdout.trim()}`,
  )
}

async function compareReports(store: string): Promise<void> {
  const stays = await readStays(store, LAST_INSTANT)
  const limits = ['--aggregations-per-user', '100', '--aggregation-timeout-seconds', '600']
  const server = await serve(store, limits)
  const serverPid = execFileSync('pgrep', ['-f', '-n', `serve --store ${store} `], { encoding: 'utf8' }).trim()
  const all = workloads(sizesOf(stays)).filter(({ path }) => path === 'aggregation')
  const sum = { ...all[0]!, name: 'sum by project', parameters: { ...all[0]!.parameters, aggregationType: 'sum' } }
  try {
    console.log(
      `\n${'request'.padEnd(46)}${['DuckDB ms', 'CPU', 'Trino ms', 'CPU'].map(head => head.padStart(24)).join('')}`,
    )
    for (const { name, path, parameters } of [sum, ...all]) {
      const bodies: string[] = []
      const cells: string[] = []
      for (const engine of ['duckdb', 'trino']) {
        const times: number[] = []
        let cpu = 0
        for (let i = 0; i <= Number(options.times); i++) {
          const before = cpuOf([serverPid, ...workers])
          const start = performance.now()
          const body = await server.request(path, { ...parameters, engine })
          // The first run is cold.
          if (i > 0) times.push(performance.now() - start)
          if (i > 0) cpu += cpuOf([serverPid, ...workers]) - before
          bodies[engine === 'trino' ? 1 : 0] = body
        }
        const { median, min, max } = summaryOf(times)
        cells.push(`${Math.round(median)} (${Math.round(min)} to ${Math.round(max)})`)
        cells.push(`${((1000 * cpu) / times.length).toFixed(0)}`)
      }
      const same = bodies[0] === bodies[1] ? '' : '  DIFFERENT'
      console.log(`${name.padEnd(46)}${cells.map(cell => cell.padStart(24)).join('')}${same}`)
      if (name === sum.name) checkSums(bodies[1]!, stays, sumByProject(stays, null))
    }
  } finally {
    await server.stop()
  }
}

/** Gives issues another summary and another status now. */
async function changeIssues(store: string, condition: string): Promise<void> {
  const opened = await openStore(store, { create: false })
  await opened.transact(async run => {
    for (const statement of [
      `create temp table chosen as select id from issue where ${condition}`,
      `update issue set summary = summary || '.', updated_ms = updated_ms + 1 where id in (select id from chosen)`,
      `update stay set left_ms = ${LAST_INSTANT} where field_id = 'status' and left_ms is null and issue_id in (select id from chosen)`,
      `insert into stay select project_id, issue_id, field_id, max(seq) + 1, 's1', 'Status 1', ${LAST_INSTANT}, null, 's2', 'u1', 9, 9
        from stay where field_id = 'status' and issue_id in (select id from chosen) group by project_id, issue_id, field_id`,
      `update status_assignment set left_ms = ${LAST_INSTANT} where left_ms is null and issue_id in (select id from chosen)`,
      `insert into status_assignment select project_id, issue_id, max(seq) + 1, 's1', 'u1', ${LAST_INSTANT}, null
        from status_assignment where issue_id in (select id from chosen) group by project_id, issue_id`,
      `drop table chosen`,
    ])
      await run(plain(statement))
  })
  await opened.close()
}

/** Returns the processor time of processes so far, in seconds. */
function cpuOf(pids: readonly string[]): number {
  return pids.reduce((total, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return total + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)
}
