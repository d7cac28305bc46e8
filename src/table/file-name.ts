import { createHash } from 'node:crypto'
import type { ReportPlan } from '../plan/report-plan.ts'
import { formatInstant, type Instant } from '../time/instant.ts'

/** The number of digits in a name that differ from request to request. */
const DIGITS = 8

/** What a file shows, and when: the parts of its name that people read. */
export interface FileTitle {
  /** In lower case, such as `time-in-status-list`. */
  readonly report: string
  readonly asOf: Instant
}

/** Returns the title of a report's file. The report is named as on the page. */
export function fileTitle({
  type,
  aggregate,
  asOf,
}: Pick<ReportPlan, 'aggregate' | 'asOf'> & { readonly type: Pick<ReportPlan['type'], 'page'> }): FileTitle {
  const name = type.page.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return { report: `${name}-${aggregate ?? 'list'}`, asOf }
}

/**
 * Returns the name of a file, such as `time-in-status-list-2025-06-30-40713528.csv`. Its date is in UTC.
 *
 * The last number is a digest of the title and of `identity`, so the files of different requests have different names.
 */
export function fileNameOf({ report, asOf }: FileTitle, identity: string, extension: string): string {
  const digest = createHash('sha256').update(`${report} ${asOf} ${identity}`).digest()
  const number = digest.readBigUInt64BE() % 10n ** BigInt(DIGITS)
  return `${report}-${formatInstant(asOf).slice(0, 10)}-${String(number).padStart(DIGITS, '0')}.${extension}`
}
