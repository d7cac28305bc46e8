import type { JqlCatalogue } from '../../catalogue/jql-catalogue.ts'
import { dateFunctions } from './date-functions.ts'
import { issueFunctions } from './issue-functions.ts'
import type { JqlFunction } from './jql-function.ts'
import { valueFunctions } from './value-functions.ts'

/** The supported functions of the language. */
export const jqlFunctions: readonly JqlFunction[] = [...valueFunctions, ...dateFunctions, ...issueFunctions]

const byName: ReadonlyMap<string, JqlFunction> = new Map(
  jqlFunctions.map(definition => [definition.name.toLowerCase(), definition]),
)

/** Functions of the language without data in the store, with the reason. */
const WITHOUT_DATA: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'sign-ins are not recorded': ['currentLogin', 'lastLogin'],
    'views of issues are not recorded': ['issueHistory'],
    'votes are not imported': ['votedIssues'],
    'watchers are not imported': ['watchedIssues'],
    'leads are not imported': ['componentsLeadByUser', 'projectsLeadByUser'],
    'permissions are not imported': ['projectsWhereUserHasPermission', 'projectsWhereUserHasRole'],
    'cascading selections are not imported': ['cascadeOption'],
    'approvals are not imported': ['approved', 'approver', 'pending', 'pendingBy', 'myApproval', 'myPending'],
    'service levels are not imported': [
      'breached',
      'completed',
      'elapsed',
      'everbreached',
      'paused',
      'remaining',
      'running',
      'withinCalendarHours',
    ],
    'it is part of an app': [
      'hasLinkType',
      'hasLinks',
      'issuesInEpics',
      'linkedIssuesOf',
      'parentsOf',
      'subtasksOf',
      'epicsOf',
      'hasComments',
      'hasAttachments',
      'commented',
    ],
  }).flatMap(([reason, names]) => names.map((name): [string, string] => [name.toLowerCase(), reason])),
)

/** Returns the function with a name, ignoring case, or the reason why there is none, if known. */
export function findFunction(name: string, catalogue: JqlCatalogue): JqlFunction | { readonly reason: string | null } {
  const found = byName.get(name.toLowerCase())
  if (found?.name === 'linkedIssues' && catalogue.linkTypes === null) return { reason: 'links are not imported' }
  return found ?? { reason: WITHOUT_DATA.get(name.toLowerCase()) ?? null }
}
