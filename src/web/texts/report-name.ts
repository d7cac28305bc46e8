import type { PageCatalogue } from '../../reports/page/page-types.ts'

/** Returns the name of a report on the page for its name in the API: `Time in status` for `Status Duration`. */
export function reportName(label: string, reportTypes: PageCatalogue['reportTypes']): string {
  return reportTypes.find(one => one.label === label)?.page.name ?? label
}
