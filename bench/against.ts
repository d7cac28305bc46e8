// Whole requests of this tree and of a commit, in turn, over the same issues: npm run bench:against -- COMMIT

import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { writeDemo } from '../scripts/demo/write-demo.ts'
import { buildCommit, ROOT, run } from './other-tree.ts'
import { measurePair, type Pair, type PairedRequest, pairTable } from './paired.ts'
import { untilIdle } from './process-cpu.ts'
import { BIN, serve } from './served-store.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    issues: { type: 'string', default: '1000,20000,100000' },
    times: { type: 'string', default: '21' },
  },
})
const [commit] = positionals
if (commit === undefined) throw new Error('Give a commit: npm run bench:against -- COMMIT')

/** Real exports, if the machine has them. */
const REAL = ['bugzilla-cdt', 'jira-server-duraspace', 'jira-cloud-devlake'].map(name => ({
  name,
  file: join(ROOT, '..', 'shared', 'data', name, 'issues.jsonl.gz'),
}))

const folder = mkdtempSync(join(tmpdir(), 'sojourn-paired-'))
console.log(`${cpus().length} cores of ${cpus()[0]?.model}, Node ${process.versions.node}; medians of ${options.times}`)
run('npm', ['run', 'build'], ROOT)
const other = buildCommit(commit)
try {
  for (const issues of options.issues.split(',').filter(Boolean).map(Number)) {
    const export_ = join(folder, `demo-${issues}`)
    await writeDemo(export_, { issues })
    await compare(`${issues} generated issues`, join(export_, 'issues.jsonl.gz'))
  }
  for (const { name, file } of REAL) if (existsSync(file)) await compare(name, file)
} finally {
  other.remove()
  rmSync(folder, { recursive: true, force: true })
}

/** Imports a file with both programs, and prints the table of their requests. */
async function compare(what: string, file: string): Promise<void> {
  const stores = { before: join(folder, 'before'), now: join(folder, 'now') }
  run(process.execPath, [other.bin, 'import', file, '--store', stores.before], ROOT)
  run(process.execPath, [BIN, 'import', file, '--store', stores.now], ROOT)
  const servers = { before: await serve(stores.before, [], { bin: other.bin }), now: await serve(stores.now, []) }
  try {
    await Promise.all([untilIdle(servers.before.pid), untilIdle(servers.now.pid)])
    const pairs: Pair[] = []
    for (const request of requests(await largestProject(file))) {
      pairs.push(await measurePair(servers, request, Number(options.times)))
    }
    console.log(`\n${what}:\n\n${pairTable(pairs, commit!)}`)
  } finally {
    await Promise.all([servers.before.stop(), servers.now.stop()])
    for (const store of Object.values(stores)) rmSync(store, { recursive: true })
  }
}

/** Returns the key of the project with the most issues in an export. */
async function largestProject(file: string): Promise<string> {
  const counts = new Map<string, number>()
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    if (line === '') continue
    const { key } = JSON.parse(line) as { key: string }
    const project = key.replace(/-\d+$/, '')
    counts.set(project, (counts.get(project) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]![0]
}

function requests(projectKey: string): readonly PairedRequest[] {
  const project = { filterType: 'project', projectKey }
  const all = { filterType: 'customjql', customjql: 'ORDER BY key' }
  const status = { columnsBy: 'statusDuration', viewFormat: 'days' }
  const always = { calendar: 'normalHours' }
  const business = { calendar: '0', dayLength: 'businessDays' }
  const byProject = { groupByFields: 'project' }
  const average = { aggregationType: 'average' }
  const aggregation = (name: string, parameters: Readonly<Record<string, string>>): PairedRequest => {
    return { name, path: 'aggregation', parameters }
  }
  const list = (name: string, parameters: Readonly<Record<string, string>>): PairedRequest => {
    return { name, path: 'list', parameters }
  }
  return [
    aggregation('average of one project', { ...status, ...always, ...average, ...project }),
    aggregation('average by project', { ...status, ...always, ...average, ...all, ...byProject }),
    aggregation('the same, business calendar', { ...status, ...business, ...average, ...all, ...byProject }),
    aggregation('median by project', { ...status, ...always, ...all, ...byProject, aggregationType: 'median' }),
    aggregation('time with assignees', { ...status, ...always, ...average, ...all, columnsBy: 'assigneeDuration' }),
    list('first page of one project', { ...status, ...always, ...project }),
    list('page of all issues, business calendar', { ...status, ...business, ...all }),
    list('page of all issues, visits', { ...all, columnsBy: 'statusCount' }),
  ]
}
