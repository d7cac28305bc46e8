import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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

it('sojourn flow uses a saved workflow where the statuses have no categories, unless another one is sent', async () => {
  expect((await sojourn('import', write('issues.jsonl', smallTracker()))).code).toBe(0)
  const request = ['flow', 'items', 'filterType=project', 'projectKey=WEB', 'state=all', 'asOf=2024-03-10T00:00:00Z']
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
  expect(await workflowOf()).toEqual(['1', 'Web team', ['inProgress', 'notStarted', 'finished']])
  expect((await workflowOf('workflow=default'))[0]).toBe('default')
})
