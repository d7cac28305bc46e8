import type { ImportSummary } from '../service/import-histories.ts'
import type { Millis } from '../time/instant.ts'
import { counted, seconds } from './numbers.ts'

const SKIPPED_SHOWN = 20

/** What came of one file. */
export interface ImportedFile {
  readonly name: string
  readonly summary: ImportSummary
}

/** Returns the closing words of an import: what is in the store now that was not before, and what was left out and why. */
export function importReport(files: readonly ImportedFile[], store: string, elapsed: Millis): string {
  const sum = (count: (summary: ImportSummary) => number) => files.reduce((all, { summary }) => all + count(summary), 0)
  const issues = sum(summary => summary.issues)
  const lines = [
    `Imported ${counted(issues, 'issue')} from ${counted(files.length, 'file')} into ${store} in ${seconds(elapsed)}:`,
    `  ${counted(
      sum(summary => summary.changes),
      'change',
    )}`,
    `  ${counted(
      sum(summary => summary.stays),
      'stay',
    )}`,
    `  ${counted(
      sum(summary => summary.repaired),
      'issue',
    )} with a repaired history`,
    ...unreadDateLines(files),
    ...skippedLines(files),
  ]
  return `${lines.join('\n')}\n`
}

function unreadDateLines(files: readonly ImportedFile[]): string[] {
  const count = files.reduce((all, { summary }) => all + summary.unreadDates.count, 0)
  const first = files.map(({ summary }) => summary.unreadDates.first).find(one => one !== null)
  if (!first) return []
  const example = `'${first.text}' in ${first.field} of ${first.key}`
  return [`  ${counted(count, 'value')} of date fields read as no date, for example ${example}`]
}

function skippedLines(files: readonly ImportedFile[]): string[] {
  const skipped = files.flatMap(({ name, summary }) =>
    summary.skipped.map(({ place, reason }) => `    ${name}: ${place}: ${reason}`),
  )
  if (skipped.length === 0) return []
  const more = skipped.length - SKIPPED_SHOWN
  return [
    `  ${counted(skipped.length, 'place')} skipped:`,
    ...skipped.slice(0, SKIPPED_SHOWN),
    ...(more > 0 ? [`    ... and ${counted(more, 'more', 'more')}`] : []),
  ]
}
