import type { RouteOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { AGGREGATION, CALENDARS, FILES, FLOW_PATHS, LIST, testServer, VIEWS } from './test-server.ts'

/** The public routes: their cost must not grow with the number of requests. */
const PUBLIC = ['/api/session', '/docs', '/healthz', '/hooks/:name/:key', '/openapi.json', '/readyz']

/** The routes outside the API: its documentation, the page with its data, and webhooks. */
const UNDOCUMENTED = [
  ...['/api', '/docs', '/openapi.json', '/hooks/:name/:key'],
  ...['/api/session', '/api/catalogue', '/api/sync', '/api/people', '/api/changes'],
]

const { server } = testServer({
  authenticate: async credentials => ({
    login: 'ann',
    person: null,
    timeZone: null,
    browsable: { projects: [], levels: [] },
    isAdministrator: 'token' in credentials && credentials.token === 'root',
  }),
})
const routes: RouteOptions[] = []
server.addHook('onRoute', route => void routes.push(route))

beforeAll(async () => server.ready())

const methodsOf = ({ method }: RouteOptions) => [method].flat()

/** Returns the methods of each route, by its path. */
function allMethods(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>()
  for (const route of routes) all.set(route.url, new Set([...(all.get(route.url) ?? []), ...methodsOf(route)]))
  return all
}

/** Expects the same lines in any order. */
function expectSame(found: readonly unknown[][], expected: readonly unknown[][]): void {
  const sorted = (lines: readonly unknown[][]) => lines.map(line => line.join(' ')).sort()
  expect(sorted(found)).toEqual(sorted(expected))
}

const anExample = (url: string) => url.replace(/:\w+/g, 'x')

describe('the routes', () => {
  it('that are public match the golden list', () => {
    const open = routes.filter(({ config }) => config?.admits === 'anybody').map(({ url }) => url)
    expect([...new Set(open)].sort()).toEqual(PUBLIC)
  })

  it('for administrators match the golden list', () => {
    const closed = routes.filter(({ config }) => config?.admits === 'administrators').map(({ url }) => url)
    const ofCalendars = ['', '/:id', '/:id', '/:id/default'].map(path => `/api/calendars${path}`)
    const ofConnections = ['', '', ''].map(() => '/api/connections')
    const ofOne = ['', '', '', '', '/sync', '/pause', '/resume'].map(path => `/api/connections/:name${path}`)
    const others = ['/metrics', '/metrics', '/api/workflows/:id', '/api/workflows/:id', '/api/connection-test']
    const ofLogNames = ['', '', '', '/:name'].map(path => `/api/log-names${path}`)
    const all = [...others, ...ofCalendars, ...ofConnections, ...ofOne, ...ofLogNames]
    expect(closed.sort()).toEqual(all.sort())
  })

  it('that are not public reject requests without a token', async () => {
    for (const [url, methods] of allMethods()) {
      for (const method of methods) {
        const headers = { 'x-sojourn': 'page' }
        const answer = await server.inject({ method: method as 'GET', url: anExample(url), headers })
        const code = answer.headers['x-error-code']
        if (PUBLIC.includes(url)) expect([url, answer.statusCode]).not.toEqual([url, 401])
        else expect([url, method, answer.statusCode, code]).toEqual([url, method, 401, 'NOT_SIGNED_IN'])
      }
    }
  })

  it('for administrators reject other users', async () => {
    const getMetrics = (token: string) =>
      server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    expect((await getMetrics('usual')).headers['x-error-code']).toBe('FORBIDDEN')
    expect((await getMetrics('root')).statusCode).toBe(200)
  })

  it('that read a body declare its type', () => {
    const reading = routes.filter(route => methodsOf(route).some(method => !['GET', 'HEAD'].includes(method)))
    expectSame(
      reading.map(route => [...methodsOf(route), route.url, route.config?.reads]),
      [
        ['POST', '/api/calendars', 'application/json'],
        ['PUT', '/api/calendars/:id', 'application/json'],
        ['DELETE', '/api/calendars/:id', undefined],
        ['POST', '/api/calendars/:id/default', undefined],
        ['POST', '/api/calendar-preview', 'application/json'],
        ['POST', '/api/jql/parse', 'application/json'],
        ['POST', '/api/session', 'application/json'],
        ['DELETE', '/api/session', undefined],
        ['POST', '/hooks/:name/:key', 'application/json'],
        ['POST', VIEWS, 'application/json'],
        ['PATCH', `${VIEWS}/:id`, 'application/json'],
        ['DELETE', `${VIEWS}/:id`, undefined],
        ['POST', `${VIEWS}/:id/restore`, undefined],
        ['PUT', '/api/teams/:id', 'application/json'],
        ['DELETE', '/api/teams/:id', undefined],
        ['POST', '/api/teams/:id/restore', undefined],
        ['PUT', '/api/workflows/:id', 'application/json'],
        ['DELETE', '/api/workflows/:id', undefined],
        ['POST', '/api/connections', 'application/json'],
        ['POST', '/api/connection-test', 'application/json'],
        ['PATCH', '/api/connections/:name', 'application/json'],
        ['DELETE', '/api/connections/:name', undefined],
        ...['sync', 'pause', 'resume'].map(action => ['POST', `/api/connections/:name/${action}`, 'application/json']),
        ['PUT', '/api/log-names', 'application/json'],
        ['DELETE', '/api/log-names/:name', undefined],
        ['GET', 'POST', '/api/explain', 'application/x-www-form-urlencoded'],
        ['GET', 'POST', '/api/distribution', 'application/x-www-form-urlencoded'],
        ['POST', FILES, 'application/x-www-form-urlencoded'],
        ['DELETE', `${FILES}/:id`, undefined],
        ['DELETE', `${FILES}/:id/download`, undefined],
        ...FLOW_PATHS.map(path => ['GET', 'POST', path, 'application/x-www-form-urlencoded']),
        ['GET', 'POST', AGGREGATION, 'application/x-www-form-urlencoded'],
        ['GET', 'POST', LIST, 'application/x-www-form-urlencoded'],
        ['GET', 'POST', LIST.replace(/list$/, 'issue'), 'application/x-www-form-urlencoded'],
      ],
    )
  })

  it('that change data match the golden list', () => {
    const changing = routes.filter(({ config }) => config?.changes)
    expectSame(
      changing.map(route => [...methodsOf(route), route.url]),
      [
        ['POST', '/api/calendars'],
        ['PUT', '/api/calendars/:id'],
        ['DELETE', '/api/calendars/:id'],
        ['POST', '/api/calendars/:id/default'],
        ['POST', '/api/session'],
        ['DELETE', '/api/session'],
        ['POST', VIEWS],
        ['PATCH', `${VIEWS}/:id`],
        ['DELETE', `${VIEWS}/:id`],
        ['POST', `${VIEWS}/:id/restore`],
        ['PUT', '/api/teams/:id'],
        ['DELETE', '/api/teams/:id'],
        ['POST', '/api/teams/:id/restore'],
        ['PUT', '/api/workflows/:id'],
        ['DELETE', '/api/workflows/:id'],
        ['POST', '/api/connections'],
        ['POST', '/api/connection-test'],
        ['PATCH', '/api/connections/:name'],
        ['DELETE', '/api/connections/:name'],
        ...['sync', 'pause', 'resume'].map(action => ['POST', `/api/connections/:name/${action}`]),
        ['PUT', '/api/log-names'],
        ['DELETE', '/api/log-names/:name'],
        ['POST', FILES],
        ['DELETE', `${FILES}/:id`],
        ['DELETE', `${FILES}/:id/download`],
      ],
    )
  })

  it('are in the OpenAPI document with exactly their methods', async () => {
    const { paths } = (await server.inject('/openapi.json')).json()
    const documented = Object.entries<object>(paths).map(([path, item]) => [path, Object.keys(item).sort()])
    const there = [...allMethods()]
      .filter(([url]) => !UNDOCUMENTED.includes(url))
      .map(([url, methods]) => [
        url.replace(/:(\w+)/g, '{$1}'),
        [...methods]
          .filter(method => method !== 'HEAD')
          .map(method => method.toLowerCase())
          .sort(),
      ])
    expect(documented.sort()).toEqual(there.sort())
  })

  it('are documented as public if and only if they are', async () => {
    const { paths, security } = (await server.inject('/openapi.json')).json()
    expect(security).toEqual([{ bearer: [] }, { basic: [] }, {}])
    const open = Object.entries<{ get?: { security?: unknown[] } }>(paths).filter(([, { get }]) => get?.security)
    expect(open.map(([path, { get }]) => [path, get?.security])).toEqual([
      ['/healthz', []],
      ['/readyz', []],
    ])
  })

  it('list their methods for every other method', async () => {
    for (const [url, methods] of allMethods()) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        if (methods.has(method)) continue
        const { statusCode, headers } = await server.inject({ method: method as 'GET', url: anExample(url) })
        const allowed = [...methods].sort().join(', ')
        expect([method, url, statusCode, headers.allow]).toEqual([method, url, 405, allowed])
      }
    }
  })

  it('with a path parameter find nothing under their own template', async () => {
    const templates = [...allMethods().keys()].filter(url => url.includes(':'))
    expect(templates.sort()).toEqual([
      '/api/calendars/:id',
      '/api/calendars/:id/default',
      ...['', '/pause', '/resume', '/sync'].map(action => `/api/connections/:name${action}`),
      '/api/log-names/:name',
      '/api/teams/:id',
      '/api/teams/:id/restore',
      '/api/workflows/:id',
      '/hooks/:name/:key',
      `${FILES}/:id`,
      `${FILES}/:id/download`,
      `${VIEWS}/:id`,
      `${VIEWS}/:id/restore`,
      `${VIEWS}/:id/rows`,
      `${CALENDARS}/:id`,
    ])
    for (const url of templates) {
      const answer = await testServer().server.inject(url)
      const isRead =
        [CALENDARS, VIEWS, FILES, '/api/teams', '/api/workflows', '/api/calendars'].some(
          base => url === `${base}/:id`,
        ) ||
        /\/(download|rows)$/.test(url) ||
        url === '/api/connections/:name'
      expect([url, answer.statusCode]).toEqual([url, isRead ? 404 : 405])
    }
  })
})
