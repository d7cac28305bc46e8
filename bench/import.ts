import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BenchReport, single } from './report.ts'
import { BIN, memoryOf } from './served-store.ts'
import type { ApiIssue } from './today.ts'

const HOST = 'https://tracker.example/rest/api/2'
const DESCRIPTION = 'When the basket holds more than ninety-nine pieces the total is shown without its cents. '.repeat(
  8,
)

/** Returns a person as trackers do; such objects are most of the 4 kB of an issue. */
function person(id: string) {
  const avatar = (size: number) => `${HOST}/universal_avatar/view/type/user/avatar/${id}?size=${size}x${size}`
  return {
    self: `${HOST}/user?accountId=${id}`,
    accountId: id,
    displayName: `User ${id}`,
    active: true,
    avatarUrls: { '48x48': avatar(48), '24x24': avatar(24), '16x16': avatar(16), '32x32': avatar(32) },
    timeZone: 'Europe/Berlin',
    accountType: 'atlassian',
  }
}

/** Measures the import of issues from a file in a tracker's JSON, including the start of the program. */
export async function measureImport(issues: readonly ApiIssue[], report: BenchReport): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-bench-import-'))
  const file = join(folder, 'issues.jsonl')
  try {
    await pipeline(Readable.from(linesOf(issues)), createWriteStream(file))
    const size = (statSync(file).size / issues.length / 1000).toFixed(1)
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
    report.add(
      `import of ${issues.length} issues of ${size} kB`,
      single(took),
      null,
      `${rate}/s (wanted 6000/s), at most ${peak} MB`,
    )
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
      author: person(`u${i % 100}`),
      items: [{ field: 'status', fieldId: 'status', from, fromString: `Status ${from}`, to, toString: `Status ${to}` }],
    }))
    const named = (kind: string, id: string, name: string) => ({ self: `${HOST}/${kind}/${id}`, id, name })
    const own = {
      summary: `Summary of issue ${key}`,
      description: DESCRIPTION,
      created: api(fields.created),
      project: { ...named('project', fields.project, fields.project), key: fields.project },
      issuetype: named('issuetype', '1', 'Task'),
      status: named('status', status, `Status ${status}`),
      reporter: person(`u${i % 77}`),
      creator: person(`u${i % 77}`),
      assignee: person(`u${i % 50}`),
    }
    yield `${JSON.stringify({ id: key, key: `${fields.project}-${key}`, fields: own, changelog: { histories } })}\n`
  }
}

function api(instant: string): string {
  return instant.replace('Z', '+0000')
}
