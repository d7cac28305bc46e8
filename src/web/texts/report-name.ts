import type { PageCatalogue } from '../../page/page-types.ts'
import { texts } from './en.ts'

/** Returns the name of a report on the page for its name in the API: `Time in status` for `Status Duration`. */
export function reportName(label: string, reportTypes: PageCatalogue['reportTypes']): string {
  const type = reportTypes.find(one => one.label === label)
  return (type && texts.builder.what.types[type.name]?.[0]) ?? label
}
