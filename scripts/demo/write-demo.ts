import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { demoFields } from './demo-fields.ts'
import { demoGroups } from './demo-groups.ts'
import { type DemoOptions, demoIssues } from './demo-issues.ts'
import { demoStatuses } from './demo-statuses.ts'
import { demoUsers } from './demo-users.ts'

/**
 * Writes an export of the demo tracker into a folder: its issues as gzipped JSON Lines, its lists as JSON.
 *
 * `sojourn import` reads these files like those of any tracker. Memory does not grow with the number of issues.
 */
export async function writeDemo(folder: string, options: DemoOptions = {}): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const lists = { statuses: demoStatuses(), groups: demoGroups(), users: demoUsers(), fields: demoFields() }
  for (const [name, list] of Object.entries(lists))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(list, null, 2)}\n`)
  const packed = createGzip({ level: constants.Z_BEST_COMPRESSION })
  await pipeline(Readable.from(linesOf(options)), packed, createWriteStream(join(folder, 'issues.jsonl.gz')))
}

function* linesOf(options: DemoOptions): Generator<string> {
  for (const issue of demoIssues(options)) yield `${JSON.stringify(issue)}\n`
}
