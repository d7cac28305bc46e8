import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startFakeJira } from '../fake-jira.js'
import { clientOf } from './client.ts'
import type { Json } from './model.ts'

const DATA = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data')
const isPresent = existsSync(DATA)
if (!isPresent) console.log('The real issues are not at hand: the fake tracker is not tested with them.')

function realIssues(folder: string): Json[] {
  const text = gunzipSync(readFileSync(join(DATA, folder, 'issues.jsonl.gz'))).toString()
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

describe.skipIf(!isPresent)('real issues', () => {
  it('of a Server are served as they are', async () => {
    const fake = await startFakeJira({ data: DATA })
    const served: Json[] = []
    for (let startAt = 0; ; startAt += 1000) {
      const { json } = await clientOf(fake).get('/rest/api/2/search', {
        jql: 'created >= 0 ORDER BY id ASC',
        fields: '*all',
        expand: 'changelog',
        maxResults: 1000,
        startAt,
      })
      served.push(...json.issues)
      if (startAt + 1000 >= json.total) break
    }
    await fake.stop()
    const byId = (issues: Json[]) => issues.sort((a, b) => Number(a.id) - Number(b.id))
    expect(served).toEqual(byId(realIssues('jira-server-duraspace')))
  })

  it.each(['jira-cloud-devlake', 'jira-cloud-jirametrics'])('of %s are served as they are', async folder => {
    const fake = await startFakeJira({ dialect: 'cloud', data: DATA })
    const issues = realIssues(folder)
    const { json } = await clientOf(fake).post('/rest/api/2/issue/bulkfetch', {
      issueIdsOrKeys: issues.map(({ id }) => id),
      fields: ['*all'],
      expand: ['changelog'],
    })
    await fake.stop()
    const strip = ({ changelog, ...issue }: Json) => ({ ...issue, histories: changelog.histories })
    const served = new Map(json.issues.map((issue: Json) => [issue.id, issue]))
    for (const issue of issues) expect(strip(served.get(issue.id) as Json)).toEqual(strip(issue))
  })

  it('can be changed', async () => {
    const fake = await startFakeJira({ data: DATA })
    const issue = fake.tracker.findIssue('CLOUDSYNC-10')!
    fake.tracker.changeIssue(issue.id, { status: 'Closed' }, { by: 'cwilper' })
    fake.tracker.renameStatus('Closed', 'Finished')
    const closed = [...fake.tracker.issues.values()].find(
      ({ status, changed }) => status === '6' && !changed?.has('updated'),
    )!
    const other = await clientOf(fake).get(`/rest/api/2/issue/${closed.id}`)
    const { json } = await clientOf(fake).get('/rest/api/2/issue/CLOUDSYNC-10', { expand: 'changelog' })
    await fake.stop()
    expect(json.fields).toMatchObject({
      status: { name: 'Finished' },
      summary: 'Web-based initialization of CloudSync',
    })
    expect(json.fields.updated).toBe('2026-06-01T14:00:00.000+0200')
    expect(other.json.fields.status.name).toBe('Finished')
    expect(other.json.fields.updated).toBe(closed.raw?.fields.updated)
    expect(json.changelog.histories.length).toBe(3)
    expect(json.changelog.histories[2].items[0]).toMatchObject({ fromString: 'Open', toString: 'Closed' })
  })
})
