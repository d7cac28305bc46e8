import type { PageCatalogue } from '../../reports/page/page-types.ts'

/** Returns the user groups that a report can have. The API separates names with commas. */
export function offeredGroups({ groups }: Pick<PageCatalogue, 'groups'>): readonly string[] {
  return groups.filter(name => !name.includes(','))
}
