import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDuration, viewFormats } from '../../../src/core/time/duration-format.ts'
import type { Report } from '../../../src/web/api/report.ts'
import { cellCount, rangeOf } from '../../../src/web/table/cell-range.ts'
import { dayLengthOf, durationValue } from '../../../src/web/table/duration-value.ts'
import type { Line } from '../../../src/web/table/row-lines.ts'
import { copiedTexts, sumOf, toHtml, toTabs } from '../../../src/web/table/selected-cells.ts'
import type { ShownRow, TableColumn } from '../../../src/web/table/table-model.ts'
import { runs } from '../../support/sampling.ts'

const COLUMNS: readonly TableColumn[] = [
  { id: 'issue.issuekey', name: 'Key', kind: 'issue', above: null, historyField: null, hint: null },
  { id: 'issue.summary', name: 'Summary', kind: 'issue', above: null, historyField: null, hint: null },
  { id: '1', name: 'Open', kind: 'value', above: 'Ann', historyField: null, hint: null },
  { id: '3', name: 'Doing', kind: 'value', above: null, historyField: null, hint: null },
]

function rowOf(key: string, summary: string, values: Readonly<Record<string, number | null>>): ShownRow {
  const cells = Object.entries(values).map(
    ([id, raw]) => [id, { raw, text: raw === null ? '-' : `${raw}.0`, isOpen: false, few: null }] as const,
  )
  const texts = new Map([
    ['issue.issuekey', key],
    ['issue.summary', summary],
  ])
  return { index: 0, issueKey: key, issueCount: null, texts, cells: new Map(cells) }
}

const LINES: readonly Line[] = [
  {
    kind: 'group',
    group: { name: 'Bug', text: 'Bug', rowCount: 2, isCollapsed: false, subtotal: rowOf('', '', { '1': 90, '3': 90 }) },
  },
  { kind: 'row', row: rowOf('WEB-1', '=1+1', { '1': 0.1, '3': 2 }) },
  { kind: 'row', row: rowOf('WEB-2', 'Two\tlines\nof <b>', { '1': 0.2, '3': null }) },
]

const ALL = { top: 0, bottom: 2, left: 0, right: 3 }

describe('a range of cells', () => {
  it('has two cells as corners, in any order', () => {
    expect(rangeOf({ row: 4, column: 1 }, { row: 2, column: 3 })).toEqual({ top: 2, bottom: 4, left: 1, right: 3 })
    expect(rangeOf({ row: -1, column: 1 }, { row: 1, column: 1 }).top).toBe(0)
    expect(cellCount({ top: 2, bottom: 4, left: 1, right: 3 })).toBe(9)
  })
})

describe('selected cells', () => {
  it('add up exactly, without empty cells, texts and subtotals', () => {
    expect(sumOf(LINES, COLUMNS, ALL)).toEqual({ values: 3, sum: 2.3 })
    expect(sumOf(LINES, COLUMNS, { ...ALL, left: 2, right: 2 })).toEqual({ values: 2, sum: 0.3 })
  })

  it('are copied with column names, on one line each, without formulas', () => {
    expect(toTabs(copiedTexts(LINES, COLUMNS, ALL))).toBe(
      [
        'Key\tSummary\tAnn · Open\tDoing',
        'Bug\t\t90.0\t90.0',
        "WEB-1\t'=1+1\t0.1.0\t2.0",
        'WEB-2\tTwo lines of <b>\t0.2.0\t-',
      ].join('\n'),
    )
  })

  it('are copied without names when there is one', () => {
    expect(copiedTexts(LINES, COLUMNS, { top: 1, bottom: 1, left: 3, right: 3 })).toEqual([['2.0']])
  })

  it('are escaped in HTML', () => {
    expect(toHtml([['<b>&"']], [{ kind: 'value' }])).toBe('<table><tr><td>&lt;b&gt;&amp;&quot;</td></tr></table>')
  })

  it('keep texts such as 4.10 in Excel, and have values as numbers', () => {
    const texts = [
      ['Fix Version/s', '4.10'],
      ['4.10', '24.0'],
    ]
    const html = toHtml(texts, [{ kind: 'field' }, { kind: 'value' }])
    const cells = [...html.matchAll(/<td(.*?)>(.*?)<\/td>/g)].map(([, style, text]) => [text, style])
    const asText = ` style="mso-number-format:'\\@'"`
    expect(cells).toEqual([
      ['Fix Version/s', asText],
      ['4.10', asText],
      ['4.10', asText],
      ['24.0', ''],
    ])
  })
})

describe('the sum of durations', () => {
  it('has the format of the report', () => {
    const hours = fc.constantFrom(24, 8, 7.6)
    const millis = fc.integer({ min: 0, max: 100 * 366 * 86_400_000 })
    fc.assert(
      fc.property(millis, hours, fc.constantFrom(...viewFormats), (duration, hours, format) => {
        const day = Math.round(hours * 3_600_000)
        const exact = { numerator: BigInt(duration), denominator: 1n }
        expect(durationValue(duration, format, day)).toBe(formatDuration(exact, format, day))
      }),
      runs(100),
    )
  })

  it('counts days of the calendar or of 24 hours', () => {
    const report = { calendar: { dailyWorkingHours: 7.6 } } as Report
    expect(dayLengthOf(report, true)).toBe(27_360_000)
    expect(dayLengthOf(report, false)).toBe(86_400_000)
  })
})
