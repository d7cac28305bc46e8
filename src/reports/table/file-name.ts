import { createHash } from 'node:crypto'
import { formatInstant, type Instant } from '../../core/time/instant.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { limitWords } from './limit-words.ts'

/** The number of digits in a name that differ from request to request. */
const DIGITS = 8

/** The most bytes of UTF-8 for the limits in a name, so that a name has fewer than 255. */
const MAX_LIMITS = 140

/** What a file shows, and when: the parts of its name that people read. */
export interface FileTitle {
  /** In lower case, with what limits the report: `time-in-status-list-project-web`. */
  readonly report: string
  readonly asOf: Instant
}

/** Returns the title of a report's file. The report is named as on the page. */
export function fileTitle(plan: Omit<ReportPlan, 'where' | 'browsable'>): FileTitle {
  const name = wordsOf(plan.type.page.name).join('-')
  return { report: [name, plan.aggregate ?? 'list', ...limitsOf(plan)].join('-'), asOf: plan.asOf }
}

/** Returns the words of the limits, as many as a name has space for. */
function limitsOf(plan: Omit<ReportPlan, 'where' | 'browsable'>): string[] {
  let free = MAX_LIMITS
  const all = limitWords(plan).flatMap(wordsOf)
  const end = all.findIndex(word => {
    free -= Buffer.byteLength(word) + 1
    return free < 0
  })
  return end === -1 ? all : all.slice(0, end)
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}

/**
 * Returns the name of a file, such as `time-in-status-list-project-web-2025-06-30-40713528.csv`. Its date is in UTC.
 *
 * The last number is a digest of the title and of `identity`, so the files of different requests have different names.
 */
export function fileNameOf({ report, asOf }: FileTitle, identity: string, extension: string): string {
  const digest = createHash('sha256').update(`${report} ${asOf} ${identity}`).digest()
  const number = digest.readBigUInt64BE() % 10n ** BigInt(DIGITS)
  return `${report}-${formatInstant(asOf).slice(0, 10)}-${String(number).padStart(DIGITS, '0')}.${extension}`
}
