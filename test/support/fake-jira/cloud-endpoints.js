// @ts-check
import { isAdministrator, mayBrowse, maySee } from './access.js'
import { HttpError, ok, pageOf, textList, wholeNumber } from './answers.js'
import { CATEGORIES } from './catalogue.js'
import { administered, browsable, COMMON_ENDPOINTS, issueOf, writeFilter, writeHolder } from './common-endpoints.js'
import { endpoint } from './endpoint.js'
import { readToken, writeToken } from './page-token.js'
import { CLOUD_LOG_LIMITS, fieldFilter } from './render.js'

/**
 * @import { FakeIssue, Json } from './model.ts'
 * @import { Call } from './endpoint.js'
 */

/** The largest pages: of ids with few fields, and of issues. */
const SEARCH_PAGES = { few: 5000, many: 100 }

/** A page of a search is large when it has no other fields. */
const FEW_FIELDS = new Set(['id', 'key', 'updated', 'created'])

/** The REST API of Jira Cloud, versions 2 and 3. */
export const CLOUD_ENDPOINTS = [
  endpoint('GET', 'search/jql', call => search(call, name => call.query.get(name))),
  endpoint('POST', 'search/jql', call => search(call, name => call.body[name])),
  endpoint('POST', 'search/approximate-count', call => ok({ count: run(call, call.body.jql).length })),
  endpoint('POST', 'issue/bulkfetch', bulkFetch),
  endpoint('POST', 'changelog/bulkfetch', bulkChangelog),
  endpoint('GET', 'issue/{issue}/changelog', call =>
    pageOf(issueOf(call).log, call.query, {
      size: 100,
      limit: 100,
      address: call.render.base + call.path,
      write: entry => call.render.entry(entry),
    }),
  ),
  endpoint('GET', 'project/search', call =>
    pageOf(browsable(call), call.query, {
      size: 50,
      limit: 100,
      address: call.render.base + call.path,
      write: project => call.render.project(project),
    }),
  ),
  endpoint('GET', 'statuses/search', call => {
    administered(call)
    return pageOf([...call.tracker.statuses.values()], call.query, {
      size: 200,
      limit: 200,
      address: call.render.base + call.path,
      write: ({ id, name, category }) => ({
        id,
        name,
        statusCategory: CATEGORIES[category].search,
        scope: { type: 'GLOBAL' },
        description: '',
      }),
    })
  }),
  endpoint('GET', 'users/search', call => {
    const startAt = wholeNumber(call.query.get('startAt'), 'startAt', 0)
    const maxResults = Math.min(1000, wholeNumber(call.query.get('maxResults'), 'maxResults', 50))
    const users = [...call.tracker.users.values()].slice(startAt, startAt + maxResults)
    return ok(users.map(user => call.render.user(user)))
  }),
  endpoint('GET', 'group/bulk', call =>
    pageOf([...call.tracker.groups.keys()], call.query, {
      size: 50,
      limit: 50,
      address: call.render.base + call.path,
      write: name => ({ name, groupId: groupId(name) }),
    }),
  ),
  endpoint('GET', 'group/member', call => {
    const name = call.query.get('groupname')
    const id = call.query.get('groupId')
    const group = [...call.tracker.groups].find(([known]) => known === name || groupId(known) === id)
    if (!group) throw new HttpError(404, `The group with ${id ? `id '${id}'` : `name '${name}'`} does not exist.`)
    const all = call.query.get('includeInactiveUsers') === 'true'
    const users = [...group[1]].flatMap(member => call.tracker.users.get(member) ?? [])
    return pageOf(
      users.filter(user => all || user.active),
      call.query,
      { size: 50, limit: 50, address: call.render.base + call.path, write: user => call.render.user(user) },
    )
  }),
  endpoint('GET', 'filter/search', call => {
    const expand = new Set(textList(call.query.get('expand')))
    return pageOf([...call.tracker.filters.values()], call.query, {
      size: 50,
      limit: 100,
      address: call.render.base + call.path,
      write: filter => {
        const { jql, owner, ...rest } = writeFilter(call, filter)
        return { ...rest, ...(expand.has('jql') && { jql }), ...(expand.has('owner') && { owner }) }
      },
    })
  }),
  endpoint('POST', 'permissions/check', checkPermissions),
  endpoint('GET', 'issuesecurityschemes/10000/members', call => {
    administered(call)
    const members = [...call.tracker.securityLevels.values()].flatMap(({ id, members: holders }) =>
      holders.map((holder, i) => ({
        id: Number(id) * 10 + i,
        issueSecurityLevelId: Number(id),
        holder: writeHolder(call, holder),
      })),
    )
    return pageOf(members, call.query, {
      size: 50,
      limit: 50,
      address: call.render.base + call.path,
      write: member => member,
    })
  }),
  endpoint('GET', 'search', removed),
  endpoint('POST', 'search', removed),
  endpoint('GET', '/_edge/tenant_info', ({ settings }) => ok({ cloudId: settings.cloudId }), { isPublic: true }),
  ...COMMON_ENDPOINTS,
]

/** @param {string} name */
function groupId(name) {
  return `group-${Buffer.from(name).toString('hex')}`
}

/** @returns {never} */
function removed() {
  throw new HttpError(
    410,
    'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API. A full migration guideline is available at https://developer.atlassian.com/changelog/#CHANGE-2046',
  )
}

/**
 * @param {Call} call
 * @param {unknown} jql
 * @param {readonly number[]} [reconciled]
 */
function run({ tracker, user, hiddenSince }, jql, reconciled = []) {
  return tracker.searches.run({ jql: `${jql ?? ''}`, user, mustBeBounded: true, hiddenSince, reconciled })
}

/**
 * @param {Call} call
 * @param {(name: string) => unknown} read
 */
function search(call, read) {
  const { tracker, render } = call
  const jql = `${read('jql') ?? ''}`
  const named = textList(read('fields'))
  const fields = named.length > 0 ? named : ['id']
  const expand = new Set(textList(read('expand')))
  const isFew = fields.every(field => FEW_FIELDS.has(field)) && expand.size === 0
  const asked = wholeNumber(read('maxResults'), 'maxResults', 50)
  if (asked < 0 || asked > SEARCH_PAGES.few)
    throw new HttpError(400, 'The maxResults value must be between 1 and 5000.')
  const size = Math.max(1, Math.min(isFew ? SEARCH_PAGES.few : SEARCH_PAGES.many, asked))
  const reconciled = textList(read('reconcileIssues')).map(Number)
  if (reconciled.length > 50) throw new HttpError(400, 'The number of issues to reconcile must not exceed 50.')
  const token = read('nextPageToken')
  const now = tracker.clock.now()
  const startAt = token ? readToken(`${token}`, { query: jql, now }) : 0

  const isId = fields.length === 1 && fields[0] === 'id'
  const options = { isWanted: fieldFilter(fields), expand, logLimit: CLOUD_LOG_LIMITS.search }
  const ids = run(call, jql, reconciled)
  const end = startAt + size
  const isLast = end >= ids.length
  return ok({
    issues: ids
      .slice(startAt, end)
      .flatMap(id => tracker.issues.get(id) ?? [])
      .map(issue => (isId ? { id: `${issue.id}` } : render.issue(issue, options))),
    ...(!isLast && { nextPageToken: writeToken({ query: jql, now, startAt: end }) }),
    isLast,
    ...(expand.has('names') && { names: render.fieldNames() }),
  })
}

/**
 * Returns the visible issues with some ids or keys, by ascending id.
 *
 * @param {Call} call
 * @param {unknown} idsOrKeys
 * @returns {FakeIssue[]}
 */
function visibleIssues({ tracker, user }, idsOrKeys) {
  const issues = new Set(textList(idsOrKeys).flatMap(idOrKey => tracker.findIssue(idOrKey) ?? []))
  return [...issues]
    .filter(issue => issue.archived === null && maySee(tracker, user, issue))
    .sort((a, b) => a.id - b.id)
}

/** @param {Call} call */
function bulkFetch(call) {
  const { body, render } = call
  const idsOrKeys = textList(body.issueIdsOrKeys)
  if (idsOrKeys.length === 0 || idsOrKeys.length > 100) {
    throw new HttpError(400, 'The number of issue IDs or keys must be between 1 and 100.')
  }
  const expand = new Set(textList(body.expand))
  const options = { isWanted: fieldFilter(textList(body.fields)), expand, logLimit: CLOUD_LOG_LIMITS.search }
  const issues = visibleIssues(call, idsOrKeys).map(issue => ({
    ...render.issue(issue, options),
    ...(expand.has('names') && { names: render.fieldNames() }),
  }))
  return ok({ issues, issueErrors: [] })
}

/** @param {Call} call */
function bulkChangelog(call) {
  const { body, tracker, render } = call
  const idsOrKeys = textList(body.issueIdsOrKeys)
  if (idsOrKeys.length === 0) throw new HttpError(400, 'At least one issue ID or key is required.')
  if (idsOrKeys.length > 1000) {
    throw new HttpError(400, 'You may only load changelogs for a maximum of 1,000 issues by ID or key at a time.')
  }
  const fieldIds = new Set(textList(body.fieldIds))
  if (fieldIds.size > 10) throw new HttpError(400, 'You may only filter by a maximum of 10 fields.')
  const size = wholeNumber(body.maxResults, 'maxResults', 1000)
  if (size < 1 || size > 10_000) throw new HttpError(400, 'The maxResults value must be between 1 and 10000.')
  const now = tracker.clock.now()
  const query = JSON.stringify(idsOrKeys)
  const startAt = body.nextPageToken ? readToken(`${body.nextPageToken}`, { query, now }) : 0

  const all = visibleIssues(call, idsOrKeys)
    .flatMap(issue => issue.log.map(entry => ({ issue, entry })))
    .filter(({ entry }) => fieldIds.size === 0 || entry.items.some(({ fieldId }) => fieldIds.has(fieldId ?? '')))
    .sort((a, b) => a.entry.created - b.entry.created || a.issue.id - b.issue.id || a.entry.id - b.entry.id)
  const end = startAt + size
  /** @type {Map<number, Json[]>} */
  const byIssue = new Map()
  for (const { issue, entry } of all.slice(startAt, end)) {
    const histories = byIssue.get(issue.id) ?? []
    byIssue.set(issue.id, histories)
    histories.push({ ...render.entry(entry), created: entry.created })
  }
  return ok({
    issueChangeLogs: [...byIssue].map(([id, changeHistories]) => ({ issueId: `${id}`, changeHistories })),
    ...(end < all.length && { nextPageToken: writeToken({ query, now, startAt: end }) }),
  })
}

/** @param {Call} call */
function checkPermissions({ body, tracker, user }) {
  const account = body.accountId === undefined ? user : tracker.users.get(body.accountId)
  if (account?.id !== user.id && !isAdministrator(tracker, user)) {
    throw new HttpError(403, 'You must be an administrator to check the permissions of another user.')
  }
  if (!account) throw new HttpError(400, `The user with the account ID '${body.accountId}' does not exist.`)
  /** @type {Json[]} */
  const asked = body.projectPermissions ?? []
  const projectPermissions = asked.flatMap(({ permissions = [], projects = [], issues = [] }) => {
    if (projects.length > 1000) throw new HttpError(400, 'The number of projects must not exceed 1000.')
    if (issues.length > 1000) throw new HttpError(400, 'The number of issues must not exceed 1000.')
    return permissions.map((/** @type {string} */ permission) => {
      const may = permission === 'BROWSE_PROJECTS' || isAdministrator(tracker, account)
      return {
        permission,
        projects: projects.filter((/** @type {number} */ id) => {
          const project = tracker.projects.get(`${id}`)
          return may && project !== undefined && mayBrowse(tracker, account, project)
        }),
        issues: issues.filter((/** @type {number} */ id) => {
          const issue = tracker.issues.get(id)
          return may && issue !== undefined && maySee(tracker, account, issue)
        }),
      }
    })
  })
  const globalPermissions = (body.globalPermissions ?? []).filter(() => isAdministrator(tracker, account))
  return ok({ projectPermissions, globalPermissions })
}
