// @ts-check

/**
 * @import { FakeIssue, FakeProject, FakeUser, Holder } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

/** The group whose members administer the tracker. */
export const ADMINISTRATORS = 'jira-administrators'

/**
 * Returns whether a user may browse a project.
 *
 * Holders that depend on the issue show the project to every signed-in user, as in Jira.
 *
 * @param {FakeTracker} tracker
 * @param {FakeUser | null} user `null` for an anonymous request.
 * @param {FakeProject} project
 */
export function mayBrowse(tracker, user, project) {
  return project.browse.some(holder => isHolder(tracker, holder, user, project, null))
}

/**
 * Returns whether a user may read an issue.
 *
 * @param {FakeTracker} tracker
 * @param {FakeUser | null} user
 * @param {FakeIssue} issue
 */
export function maySee(tracker, user, issue) {
  const project = tracker.project(issue.project)
  if (!project.browse.some(holder => isHolder(tracker, holder, user, project, issue))) return false
  if (issue.security === null) return true
  const level = tracker.securityLevels.get(issue.security)
  return level?.members.some(holder => isHolder(tracker, holder, user, project, issue)) ?? false
}

/**
 * @param {FakeTracker} tracker
 * @param {FakeUser | null} user
 */
export function isAdministrator(tracker, user) {
  return user !== null && isMember(tracker, ADMINISTRATORS, user)
}

/**
 * @param {FakeTracker} tracker
 * @param {string} group
 * @param {FakeUser} user
 */
function isMember(tracker, group, user) {
  return user.active && (tracker.groups.get(group)?.has(user.id) ?? false)
}

/**
 * @param {FakeTracker} tracker
 * @param {Holder} holder
 * @param {FakeUser | null} user
 * @param {FakeProject} project
 * @param {FakeIssue | null} issue `null` asks for the project as a whole.
 * @returns {boolean}
 */
function isHolder(tracker, { type, parameter = '' }, user, project, issue) {
  // Old servers write everyone as a group without a name.
  if (type === 'anyone' || (type === 'group' && parameter === '')) return true
  if (!user?.active) return false
  switch (type) {
    case 'applicationRole':
      return (
        parameter === '' ||
        (tracker.applicationRoles.get(parameter) ?? []).some(group => isMember(tracker, group, user))
      )
    case 'group':
      return isMember(tracker, parameter, user)
    case 'user':
      return parameter === user.id
    case 'projectLead':
      return project.lead === user.id
    case 'projectRole':
      return (project.roles[parameter] ?? []).some(actor =>
        'user' in actor ? actor.user === user.id : isMember(tracker, actor.group, user),
      )
    case 'reporter':
      return issue === null || issue.reporter === user.id
    case 'assignee':
      return issue === null || issue.assignee === user.id
    case 'userCustomField':
    case 'groupCustomField':
      return issue === null
  }
}
