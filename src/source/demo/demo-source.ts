import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PROGRAM_FOLDER } from '../../base/program-folder.ts'
import { jiraSources } from '../jira/jira-source.ts'
import type { ExportFile, ListText, Source, SourceInput } from '../source.ts'

const NAME = 'the demo'

/** An export of the demo's tracker. It is generated: npm run generate:demo. */
const FOLDER = new URL('assets/demo/', PROGRAM_FOLDER)

const issues: ExportFile = {
  name: NAME,
  open: () => createReadStream(new URL('issues.jsonl.gz', FOLDER)),
  canReopen: true,
}

/** Opens the demo: an export of Jira that comes with the program. */
export async function demoSources({ signal }: Pick<SourceInput, 'signal'>): Promise<readonly Source[]> {
  const [statuses, groups, users, fields] = await Promise.all(['statuses', 'groups', 'users', 'fields'].map(listText))
  return jiraSources({ files: [issues], lists: { statuses, groups, users, fields }, fields: [], signal })
}

async function listText(name: string): Promise<ListText> {
  return { name: NAME, text: await readFile(new URL(`${name}.json`, FOLDER), 'utf8') }
}
