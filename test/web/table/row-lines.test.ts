import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankedRows } from '../../../src/web/table/ranked-model.ts'
import { linesOf, subtotalsByName } from '../../../src/web/table/row-lines.ts'
import type { ShownRow } from '../../../src/web/table/table-model.ts'
import { runs } from '../../support/sampling.ts'

const rowOf = (index: number, outer: string, inner = ''): ShownRow => ({
  index,
  issueKey: null,
  issueCount: 1,
  texts: new Map([
    ['outer', outer],
    ['inner', inner],
  ]),
  cells: new Map(),
})

describe('the lines of a table', () => {
  const rows = [rowOf(0, 'Bug'), rowOf(1, 'Story'), rowOf(2, 'Bug')]
  const subtotals = new Map([['Bug', rowOf(0, 'Bug')]])
  const grouped = { column: 'outer', subtotals, isCollapsed: (name: string) => name === 'Story' }
  const shown = (lines: ReturnType<typeof linesOf>) =>
    lines.map(line => (line.kind === 'row' ? line.row.index : `${line.group.name} ${line.group.rowCount}`))

  it('are the rows of a report without groups', () => {
    expect(shown(linesOf(rows, null))).toEqual([0, 1, 2])
  })

  it('have a heading for each group, and no rows of collapsed groups', () => {
    expect(shown(linesOf(rows, grouped))).toEqual(['Bug 2', 0, 2, 'Story 1'])
    const [bug, , , story] = linesOf(rows, grouped)
    expect(bug).toMatchObject({ group: { isCollapsed: false, subtotal: { index: 0 } } })
    expect(story).toMatchObject({ group: { isCollapsed: true, subtotal: null } })
  })

  it('contain every row once, in the same order within its group', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), names => {
        const rows = names.map((name, i) => rowOf(i, name))
        const lines = linesOf(rows, { column: 'outer', subtotals: new Map(), isCollapsed: () => false })
        const found = lines.flatMap(line => (line.kind === 'row' ? line.row : []))
        const wanted = [...new Set(names)].flatMap(name => rows.filter(row => row.texts.get('outer') === name))
        expect(found).toEqual(wanted)
      }),
      runs(100),
    )
  })

  it('have no subtotals for groups that share a name', () => {
    const subtotals = subtotalsByName([rowOf(0, 'Ann'), rowOf(1, 'Ben'), rowOf(2, 'Ann')], 'outer')
    expect([...subtotals.keys()]).toEqual(['Ben'])
  })
})

describe('ranked rows', () => {
  const ranks = new Map([
    ['High', 0],
    ['Low', 1],
  ])
  const order = (rows: readonly ShownRow[], column: string) =>
    rankedRows(rows, ['outer', 'inner'], [{ id: column, ranks }]).map(({ index }) => index)

  it('are in the order of the ranks, unknown values last', () => {
    const rows = ['-', 'Low', 'Odd', 'High', 'Low'].map((name, i) => rowOf(i, name))
    expect(order(rows, 'outer')).toEqual([3, 1, 4, 0, 2])
  })

  it('stay in their outer groups', () => {
    const pairs = [
      ['Story', 'Low'],
      ['Story', 'High'],
      ['Bug', 'Low'],
      ['Bug', 'High'],
    ] as const
    expect(
      order(
        pairs.map(([outer, inner], i) => rowOf(i, outer, inner)),
        'inner',
      ),
    ).toEqual([1, 0, 3, 2])
  })
})
