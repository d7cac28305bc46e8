import type { ImportSummary } from '../service/import-histories.ts'
import type { Millis } from '../time/instant.ts'
import { counted, seconds } from './numbers.ts'

const SKIPPED_SHOWN = 20

/** What came of one file. */
export interface ImportedFile {
  readonly name: string
  readonly summary: ImportSummary
}

/** The closing words of an import: what is in the store now that was not before, and what was left out and why. */
export function importReport(files: readonly ImportedFile[], store: string, elapsed: Millis): string {
  const sum = (count: (summary: ImportSummary) => number) => files.reduce((all, { summary }) => all + count(summary), 0)
  const issues = counted(
    sum(({ issues }) => issues),
    'issue',
  )
  const lines = [
    `Imported ${issues} from ${counted(files.length, 'file')} into ${store} in ${seconds(elapsed)}:`,
    `  ${counted(
      sum(({ changes }) => changes),
      'change',
    )}`,
    `  ${counted(
      sum(({ stays }) => stays),
      'stay',
    )}`,
    `  ${counted(
      sum(({ repaired }) => repaired),
      'issue',
    )} with a history that had to be mended`,
    ...skippedLines(files),
  ]
  return `${lines.join('\n')}\n`
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
