// @ts-check
import { HttpError, ok, pageOf, textList, wholeNumber } from './answers.js'
import { administered, COMMON_ENDPOINTS } from './common-endpoints.js'
import { endpoint } from './endpoint.js'
import { fieldFilter } from './render.js'

/**
 * @import { FakeUser } from './model.ts'
 * @import { Call } from './endpoint.js'
 */

/** The REST API of Jira Server and Data Center, version 2. */
export const SERVER_ENDPOINTS = [
  endpoint('GET', 'search', call => search(call, name => call.query.get(name))),
  endpoint('POST', 'search', call => search(call, name => call.body[name])),
  endpoint('GET', 'user/search', call => {
    const text = call.query.get('username')
    if (text === null) throw new HttpError(400, 'The username query parameter was not provided')
    const all = call.query.get('includeInactive') === 'true'
    const users = [...call.tracker.users.values()].filter(
      user =>
        (all || user.active) && (text === '.' || [user.login, user.name, user.email].some(name => name.includes(text))),
    )
    const startAt = wholeNumber(call.query.get('startAt'), 'startAt', 0)
    const maxResults = Math.min(1000, wholeNumber(call.query.get('maxResults'), 'maxResults', 50))
    return ok(users.slice(startAt, startAt + maxResults).map(user => call.render.user(user)))
  }),
  endpoint('GET', 'groups/picker', call => {
    const text = call.query.get('query') ?? ''
    const names = [...call.tracker.groups.keys()].filter(name => name.includes(text))
    const groups = names.slice(0, Math.max(0, wholeNumber(call.query.get('maxResults'), 'maxResults', 20)))
    return ok({
      header: `Showing ${groups.length} of ${names.length} matching groups`,
      total: names.length,
      groups: groups.map(name => ({ name, html: name, labels: [] })),
    })
  }),
  endpoint('GET', 'group/member', call => {
    administered(call)
    const name = call.query.get('groupname') ?? ''
    const members = call.tracker.groups.get(name)
    if (!members) throw new HttpError(404, `The group named '${name}' does not exist.`)
    const all = call.query.get('includeInactiveUsers') === 'true'
    const users = [...members].flatMap(id => call.tracker.users.get(id) ?? []).filter(user => all || user.active)
    return pageOf(users, call.query, {
      size: 50,
      limit: 50,
      address: call.render.base + call.path,
      write: (/** @type {FakeUser} */ user) => call.render.user(user),
    })
  }),
  ...COMMON_ENDPOINTS,
]

/**
 * @param {Call} call
 * @param {(name: string) => unknown} read
 */
function search(call, read) {
  const { tracker, settings, user, render } = call
  const startAt = wholeNumber(read('startAt'), 'startAt', 0)
  const asked = wholeNumber(read('maxResults'), 'maxResults', 50)
  if (startAt < 0) throw new HttpError(400, "The value of the 'startAt' parameter must not be negative.")
  const maxResults = Math.min(settings.searchPage, asked < 0 ? settings.searchPage : asked)
  const window = settings.resultWindow
  if (window !== null && startAt + maxResults > window) {
    const number = (/** @type {number} */ value) => value.toLocaleString('en-US')
    throw new HttpError(500, {
      message: `Search limit exceeded. We couldn't complete your search because it requests ${number(startAt + maxResults)} results which exceeded the search platform limit of ${number(window)}. Try refining your query or contact your Jira administrator.`,
    })
  }
  const ids = tracker.searches.run({
    jql: `${read('jql') ?? ''}`,
    user,
    ignoresUnknownIds: `${read('validateQuery') ?? true}` === 'false',
    hiddenSince: call.hiddenSince,
  })
  const expand = new Set(textList(read('expand')))
  const options = { isWanted: fieldFilter(textList(read('fields'))), expand, logLimit: 0 }
  return ok({
    expand: 'schema,names',
    startAt,
    maxResults,
    total: ids.length,
    issues: ids
      .slice(startAt, startAt + maxResults)
      .flatMap(id => tracker.issues.get(id) ?? [])
      .map(issue => render.issue(issue, options)),
    ...(expand.has('names') && { names: render.fieldNames() }),
  })
}
