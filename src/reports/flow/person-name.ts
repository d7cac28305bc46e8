import type { ReportNames } from '../../core/catalogue/report-names.ts'

/** Returns the display name of a person, or else the id; `null` for nobody. */
export function personName(id: string | null, catalogue: ReportNames): string | null {
  return id === null ? null : (catalogue.personById(id)?.displayName ?? id)
}
