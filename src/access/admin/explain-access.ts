import { UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import { type Account, readAccess } from '../../store/rows/access-rows.ts'
import { readCatalogue } from '../../store/rows/read-catalogue.ts'
import { hasIssuePermission, readConnectedProjects, readIssueForAccess } from '../../store/rows/tracker-permissions.ts'
import { permissionFacts } from '../permissions/authenticate.ts'
import { isOfAdministrators } from '../permissions/browsable-projects.ts'
import type { NewProjects } from '../permissions/new-projects.ts'
import { type AllowingRule, type DenyingRule, decideLevels, decideProject } from '../permissions/project-rule.ts'

/** The rules that decide about an issue, in addition to those about its project. */
export type AccessRule =
  | AllowingRule
  | DenyingRule
  | 'administrator'
  | 'disabled'
  /** The issue has a security level, and all users see what the account of the connection sees. */
  | 'level-as-account'
  /** The tracker says that the linked account may browse the issue with its security level. */
  | 'level-tracker-allows'
  | 'level-tracker-denies'
  /** Nothing says who else may see issues with a security level. */
  | 'level-administrators-only'

/** Whether a user may see an issue, and why. */
export interface ExplainedAccess {
  readonly login: string
  /** The key of the issue. */
  readonly issue: string
  readonly isAllowed: boolean
  readonly rule: AccessRule
  /** The rule in words, with the next step if it denies. */
  readonly explanation: string
}

/** Explains whether a user may see an issue in access mode `tokens`. Throws ISSUE_UNKNOWN. */
export async function explainAccess(
  { run, cached }: Pick<Snapshot, 'run' | 'cached'>,
  account: Account,
  issueName: string,
  { newProjects, now }: { readonly newProjects: NewProjects; readonly now: Instant },
): Promise<ExplainedAccess> {
  const issue = await readIssueForAccess(run, issueName)
  if (issue === null) throw new UserError('ISSUE_UNKNOWN', { keys: [issueName] })
  const { login, disabled, groups } = account
  const because = (isAllowed: boolean, rule: AccessRule, name: string | null = null): ExplainedAccess => {
    const explanation = texts[rule]({ login, project: issue.project.key, name: name ?? '' })
    return { login, issue: issue.key, isAllowed, rule, explanation }
  }
  if (disabled) return because(false, 'disabled')
  if (groups.some(isOfAdministrators)) return because(true, 'administrator')
  const catalogue = await cached(readCatalogue)
  const access = await cached(readAccess)
  const connected = await readConnectedProjects(run, login)
  const facts = permissionFacts(account, catalogue, { access, connected, newProjects, now })
  const project = decideProject(issue.project, facts)
  if (!project.isAllowed || issue.level === null) return because(project.isAllowed, project.rule, project.name)
  const level = decideLevels(issue.project.ref, facts)
  if (level === null) return because(false, 'level-administrators-only')
  if (level.account === null) return because(true, 'level-as-account', project.name)
  const isAllowed = await hasIssuePermission(run, level.account, issue)
  return because(isAllowed, isAllowed ? 'level-tracker-allows' : 'level-tracker-denies', level.account.connection)
}

/** The values in the text of a rule: `name` is a group, a user or a connection. */
interface Named {
  readonly login: string
  readonly project: string
  readonly name: string
}

const texts: Readonly<Record<AccessRule, (named: Named) => string>> = {
  administrator: () => 'Members of the group administrators may see every issue.',
  disabled: ({ login }) => `The user is disabled. Enable the user with: sojourn user enable '${login}'`,
  opened: ({ project }) => `Project ${project} is open to all users.`,
  'user-grant': ({ project }) => `Project ${project} is restricted, and the restriction names the user.`,
  'group-grant': ({ project, name }) =>
    `Project ${project} is restricted, and the restriction names the group ${name}, of which the user is a member.`,
  'new-open': ({ project }) => `Project ${project} is new, and the setting newProjects is open.`,
  restricted: ({ project }) =>
    `Project ${project} is restricted, and the restriction names neither the user nor a group of the user. Change it with: sojourn project restrict ${project} --user LOGIN --group NAME`,
  'new-restricted': ({ project }) =>
    `Project ${project} is new, and no administrator has opened it. Open it with: sojourn project open ${project}`,
  'hidden-from-connection': ({ project, name }) =>
    `The account of the connection ${name} may no longer browse project ${project} in the tracker. Let it browse the project again.`,
  'as-account': ({ name }) => `All users see what the account of the connection ${name} sees.`,
  unlinked: ({ login, name }) =>
    `The connection ${name} takes permissions from the tracker, and the user is not linked to an account of it. Link the user with: sojourn user link '${login}' ${name} ACCOUNT`,
  unchecked: ({ name }) =>
    `The connection ${name} has not yet checked the permissions of the linked account. A server does so every few minutes, and 'sojourn sync ${name}' does it now. If the tracker does not know the account, that command says so.`,
  expired: ({ name }) =>
    `The last successful check of permissions by the connection ${name} is more than 15 minutes ago. 'sojourn connections' shows why.`,
  'tracker-allows': ({ project, name }) =>
    `The tracker of the connection ${name} lets the linked account browse project ${project}.`,
  'tracker-denies': ({ project, name }) =>
    `The tracker of the connection ${name} does not let the linked account browse project ${project}. Change its permissions in the tracker.`,
  'level-as-account': ({ name }) =>
    `The issue has a security level, but all users see what the account of the connection ${name} sees.`,
  'level-tracker-allows': ({ name }) =>
    `The issue has a security level, and the tracker of the connection ${name} lets the linked account see the issue.`,
  'level-tracker-denies': ({ name }) =>
    `The issue has a security level, and the last check by the connection ${name} did not find that the linked account may see the issue. Permissions for security levels are read from Jira Cloud only; elsewhere, only administrators see such issues.`,
  'level-administrators-only': () =>
    'The issue has a security level, and its permissions are not taken from a tracker. Only administrators may see it.',
}
