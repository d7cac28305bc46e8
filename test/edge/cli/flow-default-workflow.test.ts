import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'
import { smallTracker } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

const folder = temporaryFolder()

async function sojourn(...args: readonly string[]) {
  const context = testContext()
  const code = await run([...args, '--store', join(folder, 'store')], context)
  return { code, out: context.out.text(), err: context.err.text() }
}

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

beforeAll(async () => {
  expect((await sojourn('import', write('issues.jsonl', smallTracker()))).code).toBe(0)
})

const PROJECT = ['filterType=project', 'projectKey=WEB', 'asOf=2024-03-10T00:00:00Z']

describe('sojourn flow where the statuses have no categories', () => {
  it.each(['summary', 'throughput', 'ageing', 'stability', 'waits', 'forecast', 'dashboard', 'items'])(
    'says once in %s that no status is known as work',
    async measure => {
      const { code, out, err } = await sojourn('flow', measure, ...PROJECT)
      const text = `${out}${err}`.replace(/\s+/g, ' ')
      expect([code, text.split('No status is known as work or as finished').length - 1]).toEqual([0, 1])
      expect(text).not.toMatch(/fewer than 20|needs a waiting stage|A forecast needs|matches/)
    },
  )

  it('uses a saved workflow, unless another one is sent', async () => {
    const request = ['flow', 'items', ...PROJECT, 'state=all']
    const workflowOf = async (...more: readonly string[]) => {
      const { workflow, items } = JSON.parse((await sojourn(...request, ...more, '--json')).out)
      return [workflow.id, workflow.name, items.map(({ state }: { state: string }) => state)]
    }
    expect(await workflowOf()).toEqual(['default', 'default', ['notStarted', 'notStarted', 'notStarted']])
    const stages = [
      { name: 'Working', kind: 'active', statuses: ['Doing'] },
      { name: 'Finished', kind: 'done', statuses: ['Done'] },
    ]
    const file = write('team.json', JSON.stringify({ name: 'Web team', stages }))
    expect((await sojourn('workflow', 'set', file)).code).toBe(0)
    onTestFinished(async () => {
      await sojourn('workflow', 'remove', 'Web team', '--yes')
    })
    expect(await workflowOf()).toEqual(['1', 'Web team', ['inProgress', 'notStarted', 'finished']])
    expect((await workflowOf('workflow=default'))[0]).toBe('default')
  })
})
