import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startFakeJira } from '../fake-jira.js'
import { clientOf } from './client.ts'
import type { Dialect, Json } from './model.ts'
import { checkAgainstSchema } from './openapi.ts'
import { differencesFrom } from './shape.ts'

const RECORDINGS = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'tracker-answers')

const isPresent = existsSync(RECORDINGS)
if (!isPresent) console.log('The recorded answers are not at hand: the fake tracker is not compared with them.')

function recording(path: string): Json {
  const json = JSON.parse(readFileSync(join(RECORDINGS, path), 'utf8'))
  return path.startsWith('jira-cloud-raw/') ? json.body : json
}

async function answer(dialect: Dialect, path: string, body?: unknown): Promise<Json> {
  const fake = await startFakeJira({ dialect, issues: 60, logs: [101] })
  try {
    const client = clientOf(fake)
    const { status, json } = body === undefined ? await client.get(path) : await client.post(path, body)
    expect({ status, json: status === 200 ? null : json }).toEqual({ status: 200, json: null })
    return json
  } finally {
    await fake.stop()
  }
}

describe.skipIf(!isPresent)('the recorded answers of Jira Server', () => {
  it.each([
    ['/rest/api/2/serverInfo', 'serverinfo.json'],
    ['/rest/api/2/myself', 'myself.json'],
    ['/rest/api/2/project', 'project-list.json'],
    ['/rest/api/2/project/OPS', 'project-detail.json'],
    ['/rest/api/2/field', 'fields.json'],
    ['/rest/api/2/user/search?username=admin', 'user-search.json'],
    ['/rest/api/2/search?jql=project+%3D+OPS+ORDER+BY+created+DESC&maxResults=50', 'search.json'],
    ['/rest/api/2/issue/10001?expand=changelog', 'issue-expanded.json'],
    ['/rest/agile/1.0/board?maxResults=50', 'agile-board.json'],
  ])('%s has the shape of %s', async (path, file) => {
    expect(differencesFrom(recording(`jira-server-8.20.7/${file}`), await answer('server', path))).toEqual([])
  })

  it.each([
    ['/rest/api/2/project/OPS/permissionscheme?expand=all', 'permissionscheme.json'],
    ['/rest/api/2/project/OPS/role/10002', 'role.json'],
  ])('%s has the shape of %s', async (path, file) => {
    expect(differencesFrom(recording(`jira-permissions-filters/${file}`), await answer('server', path))).toEqual([])
  })
})

describe.skipIf(!isPresent)('the recorded answers of Jira Cloud', () => {
  it.each([
    ['/rest/api/3/project', 'jira-cloud-raw/project.json'],
    ['/rest/api/3/status', 'jira-cloud-raw/status.json'],
    ['/rest/api/3/filter/search?expand=jql,owner', 'jira-permissions-filters/search_filters.json'],
    ['/rest/agile/1.0/board/1/sprint', 'jira-permissions-filters/sprints.json'],
  ])('%s has the shape of %s', async (path, file) => {
    expect(differencesFrom(recording(file), await answer('cloud', path))).toEqual([])
  })

  it('the change log of an issue has the shape of its pages', async () => {
    const fake = await startFakeJira({ dialect: 'cloud', issues: 1, logs: [101] })
    const longest = [...fake.tracker.issues.values()].find(issue => issue.log.length === 101)!
    const { json } = await clientOf(fake).get(`/rest/api/3/issue/${longest.id}/changelog`)
    await fake.stop()
    expect(json).toMatchObject({ total: 101, isLast: false, maxResults: 100 })
    expect(differencesFrom(recording('jira-cloud-raw/issue-13383-changelog.json'), json)).toEqual([])
  })

  it('an issue with its change log has the shape of a page of issues', async () => {
    const page = await answer('cloud', '/rest/api/2/issue/bulkfetch', {
      issueIdsOrKeys: ['10001'],
      expand: ['changelog'],
    })
    const recorded = recording('jira-cloud-raw/agile-board-issues.json')
    expect(differencesFrom(recorded.issues, page.issues)).toEqual([])
  })

  it('a bulk change log has the shape of the pages made by hand', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `${10_001 + i}`)
    const page = await answer('cloud', '/rest/api/3/changelog/bulkfetch', { issueIdsOrKeys: ids, maxResults: 20 })
    const [recorded] = recording('made-by-us/cloud-changelog-bulkfetch-2-pages.json') as unknown as Json[]
    expect(differencesFrom(recorded?.body, page)).toEqual([])
  })
})

describe.skipIf(!isPresent)('the OpenAPI document of Jira Cloud', () => {
  const document = isPresent ? recording('openapi/jira-cloud-v2-subset.json') : {}

  it.each([
    ['get', '/rest/api/2/serverInfo', ''],
    ['get', '/rest/api/2/myself', ''],
    ['get', '/rest/api/2/mypermissions', '?permissions=ADMINISTER,BROWSE_PROJECTS'],
    ['get', '/rest/api/2/field', ''],
    ['get', '/rest/api/2/status', ''],
    ['get', '/rest/api/2/statuses/search', ''],
    ['get', '/rest/api/2/users/search', ''],
    ['get', '/rest/api/2/group/bulk', ''],
    ['get', '/rest/api/2/group/member', '?groupname=developers'],
    ['get', '/rest/api/2/project/search', '?maxResults=2'],
    ['get', '/rest/api/2/filter/search', '?expand=jql,owner'],
    ['get', '/rest/api/2/role', ''],
    ['get', '/rest/api/2/search/jql', '?jql=project%3DOPS&fields=*all&expand=changelog,names'],
  ])('allows %s %s', async (method, path, query) => {
    expect(checkAgainstSchema(document, { method, path }, await answer('cloud', path + query))).toEqual([])
  })

  it.each([
    ['/rest/api/2/project/{projectKeyOrId}/permissionscheme', '/rest/api/2/project/OPS/permissionscheme?expand=all'],
    ['/rest/api/2/issue/{issueIdOrKey}/changelog', '/rest/api/2/issue/10001/changelog'],
    [
      '/rest/api/2/issuesecurityschemes/{issueSecuritySchemeId}/members',
      '/rest/api/2/issuesecurityschemes/10000/members',
    ],
  ])('allows get %s', async (path, sent) => {
    expect(checkAgainstSchema(document, { method: 'get', path }, await answer('cloud', sent))).toEqual([])
  })

  it.each([
    ['/rest/api/2/search/jql', { jql: 'project = OPS', fields: ['updated'] }],
    ['/rest/api/2/search/approximate-count', { jql: 'project = OPS' }],
    ['/rest/api/2/issue/bulkfetch', { issueIdsOrKeys: ['10001', 'OPS-1'], fields: ['*all'], expand: ['changelog'] }],
    ['/rest/api/2/changelog/bulkfetch', { issueIdsOrKeys: ['10001', 'OPS-1'] }],
    [
      '/rest/api/2/permissions/check',
      { projectPermissions: [{ permissions: ['BROWSE_PROJECTS'], projects: [10_000], issues: [10_001] }] },
    ],
  ])('allows post %s', async (path, body) => {
    expect(checkAgainstSchema(document, { method: 'post', path }, await answer('cloud', path, body))).toEqual([])
  })
})
