import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { quote } from '../jql/quote.ts'
import type { Choices } from '../state/choices.ts'
import { filterTypeOf } from './selectors.ts'

/** Returns the query for the chosen issues, as a start for editing; `null` before issues are chosen. */
export function issueQuery(choices: Choices, { savedQueries }: PageCatalogue): string | null {
  const { projectKey, user, sprintID, jqlFilterID, customjql } = choices
  switch (filterTypeOf(choices)) {
    case 'project':
      return projectKey ? `project = ${quote(projectKey)}` : null
    case 'user':
      return user ? `assignee = ${quote(user)}` : null
    case 'sprint':
      return sprintID ? `sprint = ${/^\d+$/.test(sprintID) ? sprintID : quote(sprintID)}` : null
    case 'jqlfilter':
      return savedQueries.find(({ id }) => id === jqlFilterID)?.query ?? null
    case 'customjql':
    case undefined:
      return customjql ?? null
  }
}
