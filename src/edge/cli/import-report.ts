import type { Millis } from '../../core/time/instant.ts'
import type { ImportSummary } from '../../intake/imports/import-histories.ts'
import { counted, grouped, seconds } from './numbers.ts'

const SKIPPED_SHOWN = 20

const CLASHES_SHOWN = 3

/** The result of one file. */
export interface ImportedFile {
  readonly name: string
  readonly summary: ImportSummary
}

/** Returns the summary of an import: what is new in the store, what was skipped, and why. */
export function importReport(files: readonly ImportedFile[], store: string, elapsed: Millis): string {
  const sum = (name: CountName) => files.reduce((all, { summary }) => all + summary[name], 0)
  const [issues, inFiles] = [counted(sum('issues'), 'issue'), counted(files.length, 'file')]
  const lines = [
    `Imported ${issues} from ${inFiles} into ${store} in ${seconds(elapsed)}:`,
    `  ${grouped(sum('added'))} new, ${grouped(sum('replaced'))} replaced, ${grouped(sum('unchanged'))} unchanged`,
    `  ${counted(sum('changes'), 'change')}`,
    `  ${counted(sum('stays'), 'stay')}`,
    `  ${counted(sum('repaired'), 'issue')} with a repaired history`,
    ...unloggedLines(sum('unlogged'), sum('kept')),
    ...truncatedLines(files),
    ...unreadDateLines(files),
    ...statusClashLines(files),
    ...partLines(files, 'skipped', count => `${counted(count, 'item')} skipped`),
    ...partLines(files, 'leftOut', count => `${counted(count, 'invalid part')} left out; the issues are repaired`),
  ]
  return `${lines.join('\n')}\n`
}

type CountName = {
  [Name in keyof ImportSummary]: ImportSummary[Name] extends number ? Name : never
}[keyof ImportSummary]

function unloggedLines(unlogged: number, kept: number): string[] {
  const missing = `  ${counted(unlogged, 'issue')} without a change log: export again with expand=changelog`
  const keptLine = `  ${counted(kept, 'issue')} had no change log; their history in the store was kept`
  return [...(unlogged > 0 ? [missing] : []), ...(kept > 0 ? [keptLine] : [])]
}

function truncatedLines(files: readonly ImportedFile[]): string[] {
  const count = files.reduce((all, { summary }) => all + summary.maybeCut.count, 0)
  const first = files.map(({ summary }) => summary.maybeCut.first).find(key => key !== null)
  if (!first) return []
  const next =
    'Jira Cloud returns no more at once, so the log may be cut off; docs/guides/import.md has the commands for long logs'
  return [`  ${counted(count, 'issue')} with exactly 40 or 100 log entries, for example ${first}: ${next}`]
}

function unreadDateLines(files: readonly ImportedFile[]): string[] {
  const count = files.reduce((all, { summary }) => all + summary.unreadDates.count, 0)
  const first = files.map(({ summary }) => summary.unreadDates.first).find(one => one !== null)
  if (!first) return []
  const example = `'${first.text}' in ${first.field} of ${first.key}`
  return [`  ${counted(count, 'value')} of date fields read as no date, for example ${example}`]
}

type StatusName = ImportSummary['statusClashes'][number]['incoming']

function statusClashLines(files: readonly ImportedFile[]): string[] {
  const clashes = files.flatMap(({ summary }) => summary.statusClashes)
  if (clashes.length === 0) return []
  const statusText = ({ name, category }: StatusName) => `'${name}' (${category})`
  const examples = clashes
    .slice(0, CLASHES_SHOWN)
    .map(({ id, incoming, stored }) => `${id} is ${statusText(incoming)}, was ${statusText(stored)}`)
  const count = counted(clashes.length, 'status', 'statuses')
  const next = 'If this is another tracker, give it its own --store'
  return [`  ${count} with another name and category than before: ${examples.join('; ')}. ${next}`]
}

function partLines(
  files: readonly ImportedFile[],
  kind: 'skipped' | 'leftOut',
  title: (count: number) => string,
): string[] {
  const all = files.flatMap(({ name, summary }) =>
    summary[kind].map(({ location, reason }) => `    ${name}: ${location}: ${reason}`),
  )
  if (all.length === 0) return []
  const more = all.length - SKIPPED_SHOWN
  return [
    `  ${title(all.length)}:`,
    ...all.slice(0, SKIPPED_SHOWN),
    ...(more > 0 ? [`    ... and ${counted(more, 'more', 'more')}`] : []),
  ]
}
