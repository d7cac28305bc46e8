import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenExports } from '../../../src/app/exports/open-exports.ts'
import type { UserError } from '../../../src/core/base/errors.ts'
import { demoStore } from '../../support/demo-store.ts'
import { readXlsxHere } from '../../support/read-xlsx-here.ts'
import { exported, exportsOf, startOf } from './exports-world.ts'

const XLSX =
  'filterType=project&projectKey=APP&columnsBy=statusCount&statuses=10103&groupByFields=issuetype&outputType=xlsx'

let exports: OpenExports
beforeAll(async () => {
  exports = exportsOf(await demoStore())
})

describe('a workbook', () => {
  it('has the percentiles of its request, and counts its issues as rows', async () => {
    const { bytes, view } = await exported(exports, `${XLSX}&percentiles=99,10`)
    const [list, ...others] = readXlsxHere(bytes)
    const [about, aggregation] = others.reverse()
    expect(aggregation!.rows[0]).toEqual(['Issue Type', 'Number Of Issues', 'Review p10', 'Review p99'])
    expect(view.rows).toBe(list!.rows.length - 1)
    expect(view.rows).toBe(view.total)
    expect(view.warnings).toEqual([])
    expect(about!.rows).toContainEqual(['percentiles', '10,99'])
  })

  it('has the default percentiles, and reports invalid ones at once', async () => {
    const { bytes } = await exported(exports, XLSX)
    const headers = readXlsxHere(bytes).at(-2)!.rows[0]
    expect(headers!.slice(2)).toEqual(['Review p50', 'Review p85', 'Review p95'])
    const wrong = await startOf(exports, `${XLSX}&percentiles=0,x`).catch(error => error as UserError<'REPORT_INVALID'>)
    expect((wrong as UserError<'REPORT_INVALID'>).parameters.messages).toEqual([
      "ERROR: percentiles '0', 'x' are not possible. Allowed: whole numbers from 1 to 100.",
    ])
  })
})
