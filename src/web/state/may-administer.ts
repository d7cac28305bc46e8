import type { PageCatalogue } from '../../reports/page/page-types.ts'

/** Returns whether the user may change what all users share. In access mode `open`, everybody may. */
export function mayAdminister({ caller }: PageCatalogue): boolean {
  return caller === null || caller.isAdministrator
}
