import { expect, it } from 'vitest'
import { flowBody } from '../../../src/reports/flow/flow-body.ts'
import { NO_TABLE } from '../../../src/reports/flow/item-table.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import type { FlowPlan } from '../../../src/store/plan/flow/flow-plan.ts'

const PLAN = { output: 'json', asOf: 0 } as FlowPlan

function bodyOf(json: Readonly<Record<string, unknown>>) {
  return flowBody('wip', PLAN, { json, table: NO_TABLE, total: 0, emptyReason: null })
}

it('writes the same JSON as in one piece', async () => {
  const parts = {
    list: [],
    none: null,
    absent: undefined,
    nested: { rows: [{ a: [1, undefined] }, undefined, 'é"\n'] },
  }
  const json = { warnings: ['one'], empty: {}, onlyAbsent: { absent: undefined }, number: 1.5, is: false, ...parts }
  expect(await textOf(bodyOf(json))).toBe(`${JSON.stringify(json)}\n`)
})

it('writes a long list in pieces', async () => {
  const json = { trend: { buckets: Array.from({ length: 10_000 }, (_, i) => ({ bucket: `Bucket ${i}` })) } }
  const { chunks } = bodyOf(json)
  const lengths: number[] = []
  for await (const chunk of chunks) lengths.push(chunk.length)
  expect(lengths.length).toBe(Math.ceil(JSON.stringify(json).length / (64 * 1024)))
  expect(Math.max(...lengths)).toBeLessThan(65 * 1024)
})
