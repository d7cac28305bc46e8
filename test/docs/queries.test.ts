import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { explainQuery } from '../../src/app/queries/queries.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { demoStore } from '../support/demo-store.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Soon after the demo's last change. */
const SOON = Date.parse('2025-07-01T00:00:00Z')

function queriesIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/```jql\n([\s\S]*?)```/g)].flatMap(([, block]) => block!.trim().split('\n'))
}

describe.each([
  ['README.md', 10],
  ['docs/guides/queries.md', 2],
])('the %s', (file, count) => {
  it(`has ${count} queries, each of which finds issues in the demo`, async () => {
    const store = await demoStore()
    const queries = queriesIn(file)
    expect(queries).toHaveLength(count)
    const empty: string[] = []
    for (const query of queries) {
      const { issues } = await explainQuery({ engine: store.reports, now: () => SOON, zone: UTC }, query, {
        caller: LOCAL_CALLER,
      })
      if (issues === 0) empty.push(query)
    }
    expect(empty).toEqual([])
  })
})
