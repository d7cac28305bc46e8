import { browsableIn } from '../../../access/permissions/browsable-in.ts'
import { type RequestContext, zoneOf } from '../../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../../access/permissions/visible-catalogue.ts'
import { UserError } from '../../../core/base/errors.ts'
import type { Row } from '../../../core/base/row.ts'
import { reportNamesOf } from '../../../core/catalogue/report-names.ts'
import { issueRepairsOf } from '../../../store/sql/issue-repairs.ts'
import type { ReportDeps } from '../run-report.ts'
import type { RawParameters } from './explained-issue.ts'
import type { Repairs } from './explanation.ts'
import { repairOf } from './load-history.ts'
import { repairTexts } from './repair-texts.ts'

/** The maximum number of issues in one request: those of a page. */
const MAX_KEYS = 200

/**
 * Returns the texts of the repairs in the histories of issues, by key. Issues without repairs are absent. Throws
 * REPORT_INVALID.
 */
export async function issueRepairs(
  rawParameters: RawParameters,
  { engine, zone }: Pick<ReportDeps, 'engine' | 'zone'>,
  { caller, signal }: RequestContext,
): Promise<Repairs> {
  const keys = keysIn(rawParameters)
  return engine.snapshot(async snapshot => {
    const browsable = await browsableIn(snapshot, caller)
    const rows = await snapshot.run(issueRepairsOf(keys, browsable))
    const catalogue = reportNamesOf(await visibleCatalogue(snapshot, browsable))
    const texts = [...byKey(rows)].map(([key, own]) => [
      key,
      repairTexts(own.map(repairOf), catalogue, zoneOf(caller, zone)),
    ])
    return Object.fromEntries(texts)
  }, signal)
}

function keysIn(rawParameters: RawParameters): string[] {
  const text = rawParameters
    .filter(({ name }) => name.toLowerCase() === 'issuekeys')
    .flatMap(({ value }) => value.split(','))
  const keys = [...new Set(text.map(key => key.trim().toUpperCase()).filter(Boolean))]
  const problem =
    keys.length === 0
      ? 'is required'
      : keys.length > MAX_KEYS
        ? `has ${keys.length} keys. Allowed: at most ${MAX_KEYS}`
        : null
  if (problem !== null) throw new UserError('REPORT_INVALID', { messages: [`ERROR: issueKeys ${problem}.`] })
  return keys
}

function byKey(rows: readonly Row[]): Map<string, Row[]> {
  const all = new Map<string, Row[]>()
  for (const row of rows) {
    const key = String(row.key)
    all.set(key, [...(all.get(key) ?? []), row])
  }
  return all
}
