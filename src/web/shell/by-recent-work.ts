import type { PageCatalogue } from '../../reports/page/page-types.ts'

/** A project of the catalogue. */
export type CatalogueProject = PageCatalogue['projects'][number]

/** Returns projects in the order of their last updates, the latest first. Those without issues are last. */
export function byRecentWork<T extends Pick<CatalogueProject, 'lastUpdate'>>(projects: readonly T[]): T[] {
  const timeOf = ({ lastUpdate }: T) => (lastUpdate === null ? Number.NEGATIVE_INFINITY : Date.parse(lastUpdate))
  // A difference of infinities is no number.
  return projects.toSorted((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(b) - timeOf(a)))
}
