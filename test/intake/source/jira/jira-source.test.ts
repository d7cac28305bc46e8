import { describe, expect, it } from 'vitest'
import { jiraSources } from '../../../../src/intake/source/jira/jira-source.ts'
import type { ExportFile, SourceIssue } from '../../../../src/intake/source/source.ts'
import { fileOf, smallTracker } from '../../../edge/http/small-tracker.ts'

async function issuesOf(file: ExportFile, signal?: AbortSignal): Promise<SourceIssue[]> {
  const issues: SourceIssue[] = []
  const [source] = await jiraSources({ files: [file], lists: {}, fields: [], signal })
  for await (const issue of source!.issues!()) issues.push(issue)
  return issues
}

/** A search page, in which the names of fields follow the issues. */
const PAGE = JSON.stringify({
  issues: [
    {
      id: '1',
      key: 'WEB-1',
      fields: { created: '2024-03-01T00:00:00.000+0000', customfield_7: 'blue' },
      changelog: { histories: [] },
    },
  ],
  names: { customfield_7: 'Colour' },
})

const fieldNames = (issues: readonly SourceIssue[]) =>
  issues.flatMap(issue =>
    'observations' in issue
      ? issue.observations.flatMap(({ entity }) => (entity.kind === 'field' ? [entity.name] : []))
      : [],
  )

describe('jiraSources', () => {
  it('returns the issues in file order, each with its location', async () => {
    const issues = await issuesOf(fileOf(smallTracker()))
    expect(issues.map(({ location }) => location)).toEqual(['line 1', 'line 2', 'line 3'])
    expect(issues.map(issue => 'history' in issue && issue.history.key)).toEqual(['WEB-1', 'WEB-2', 'WEB-3'])
  })

  it('returns invalid JSON and invalid issues as problems', async () => {
    const issues = await issuesOf(fileOf('{"key":\n{"key":"WEB-1"}\n{"fields":1}'))
    expect(issues.map(issue => 'problem' in issue)).toEqual([true, true, true])
  })

  it('uses field names that follow the issues in a file', async () => {
    expect(fieldNames(await issuesOf(fileOf(PAGE)))).toContain('Colour')
  })

  it('opens a pipe only once', async () => {
    let opened = 0
    const pipe = { ...fileOf(PAGE), canReopen: false }
    const issues = await issuesOf({
      ...pipe,
      open: () => {
        opened++
        return pipe.open()
      },
    })
    expect(issues.map(({ location }) => location)).toEqual(['line 1, issue 1', 'line 1'])
    expect(opened).toBe(1)
  })

  it('stops at once when it is aborted, even while it waits for input', async () => {
    const reason = new Error('stop')
    const controller = new AbortController()
    async function* endless() {
      yield Buffer.from(smallTracker())
      setImmediate(() => controller.abort(reason))
      await new Promise(() => {})
    }
    const file = { name: 'pipe', canReopen: false, open: endless }
    await expect(issuesOf(file, controller.signal)).rejects.toBe(reason)
  })

  it('names the file that cannot be read', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('')
      throw Object.assign(new Error('EIO'), { code: 'EIO' })
    }
    const file = { name: 'disk.jsonl', canReopen: true, open: broken }
    await expect(issuesOf(file)).rejects.toMatchObject({ code: 'FILE_UNREADABLE', parameters: { file: 'disk.jsonl' } })
  })
})
