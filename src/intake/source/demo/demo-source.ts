import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PROGRAM_FOLDER } from '../../../core/base/program-folder.ts'
import { movedDates } from '../demo-dates.ts'
import { jiraSources } from '../jira/jira-source.ts'
import type { ExportFile, ListText, Source, SourceInput } from '../source.ts'
import { unzipped } from '../unzipped.ts'

const NAME = 'the demo'

/** An export of the demo's tracker. It is generated: npm run generate:demo. */
const FOLDER = new URL('assets/demo/', PROGRAM_FOLDER)

/** Opens the demo: an export of Jira that comes with the program. Its dates move by `weeks`. */
export async function demoSources({
  signal,
  weeks = 0,
}: Pick<SourceInput, 'signal' | 'weeks'>): Promise<readonly Source[]> {
  const [statuses, groups, users, fields] = await Promise.all(['statuses', 'groups', 'users', 'fields'].map(listText))
  return jiraSources({ files: [issues(weeks)], lists: { statuses, groups, users, fields }, fields: [], signal })
}

function issues(weeks: number): ExportFile {
  const open = () => createReadStream(new URL('issues.jsonl.gz', FOLDER))
  return { name: NAME, open: weeks === 0 ? open : () => movedDates(unzipped(open()), weeks), canReopen: true }
}

async function listText(name: string): Promise<ListText> {
  return { name: NAME, text: await readFile(new URL(`${name}.json`, FOLDER), 'utf8') }
}
