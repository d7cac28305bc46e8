import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BenchReport, single } from './report.ts'
import { BIN, memoryOf } from './served-store.ts'
import type { ApiIssue } from './today.ts'

/** An issue's JSON is made about as long as a tracker's is. */
const ABOUT_4_KB = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(55)

/** How long it takes to import issues from a file of a tracker's JSON, with the program's start. */
export async function measureImport(issues: readonly ApiIssue[], report: BenchReport): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-bench-import-'))
  const file = join(folder, 'issues.jsonl')
  try {
    await pipeline(Readable.from(linesOf(issues)), createWriteStream(file))
    const began = performance.now()
    const importing = spawn(process.execPath, [BIN, 'import', file, '--store', join(folder, 'store')], {
      stdio: 'ignore',
    })
    let peak = 0
    const watching = setInterval(() => {
      peak = Math.max(peak, memoryOf(importing.pid!, 'VmHWM') ?? 0)
    }, 20)
    const code = await new Promise(resolve => importing.once('exit', resolve))
    clearInterval(watching)
    if (code !== 0) throw new Error(`the import ended with ${code}`)
    const took = performance.now() - began
    const rate = Math.round((1000 * issues.length) / took)
    report.add(`import of ${issues.length} issues`, single(took), null, `${rate}/s (wanted 6000/s), at most ${peak} MB`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function* linesOf(issues: readonly ApiIssue[]): Generator<string> {
  for (const [i, { key, fields, changelog }] of issues.entries()) {
    const status = changelog.histories.at(-1)!.to
    const histories = changelog.histories.map(({ created, from, to }, id) => ({
      id: String(id),
      created: api(created),
      author: { accountId: `u${i % 100}`, displayName: `User ${i % 100}` },
      items: [{ field: 'status', fieldId: 'status', from, fromString: `Status ${from}`, to, toString: `Status ${to}` }],
    }))
    const own = {
      ...{ summary: `Summary of issue ${key}`, description: ABOUT_4_KB, created: api(fields.created) },
      ...{ project: { id: fields.project, key: fields.project, name: fields.project } },
      ...{ issuetype: { id: '1', name: 'Task' }, status: { id: status, name: `Status ${status}` } },
    }
    yield `${JSON.stringify({ id: key, key: `${fields.project}-${key}`, fields: own, changelog: { histories } })}\n`
  }
}

function api(moment: string): string {
  return moment.replace('Z', '+0000')
}
