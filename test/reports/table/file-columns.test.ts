import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileColumns } from '../../../src/reports/table/file-columns.ts'
import { NEEDED, planned, raw } from '../../store/plan/sample.ts'
import { runs } from '../../support/sampling.ts'
import { listPlan } from './sample.ts'

const columnsNamed = (...names: string[]) =>
  names.map((value, i) => ({ id: String(i + 1), value, consolidated: null, levels: null, isNameShared: false }))
const namesOf = (plan: ReturnType<typeof listPlan>, ...names: string[]): string[] =>
  Object.values(fileColumns({ plan, columns: columnsNamed(...names) }))
    .flatMap(cells => cells ?? [])
    .map(({ value }) => value)

describe('the columns of a file', () => {
  it('have the names of the CSV header', () => {
    const list = listPlan({ fields: 'assignee', groupByFields: 'date:month:created' })
    expect(namesOf(list, 'Open', 'Done')).toEqual(['Key', 'Summary', 'Created (month)', 'Assignee', 'Open', 'Done'])
    const groups = planned('aggregation', raw({ ...NEEDED, aggregationType: 'sum', groupByFields: 'priority' }))
    expect(namesOf(groups, 'Open')).toEqual(['Priority', 'Number Of Issues', 'Open'])
  })

  it('have the id after a name that several share, also if only the case differs', () => {
    expect(namesOf(listPlan(), 'Done', 'Open', 'done')).toEqual(['Key', 'Summary', 'Done (1)', 'Open', 'done (3)'])
  })

  it('have the requested names, and the id after a value with one of these names', () => {
    const list = listPlan({ fields: 'Resolved' })
    expect(namesOf(list, 'Open')).toEqual(['Key', 'Summary', 'Resolved', 'Open'])
    expect(namesOf(list, 'RESOLVED', 'Open')).toEqual(['Key', 'Summary', 'Resolved', 'RESOLVED (1)', 'Open'])
  })

  it('have the id after a name that several values of the tracker share', () => {
    const columns = columnsNamed('Open', 'Done').map(column => ({ ...column, isNameShared: column.value === 'Open' }))
    const { values } = fileColumns({ plan: listPlan(), columns })
    expect(values.map(({ value }) => value)).toEqual(['Open (1)', 'Done'])
  })

  it('have a number after names with equal ids', () => {
    const twice = listPlan({ fields: 'assignee', groupByFields: 'assignee' })
    expect(namesOf(twice)).toEqual(['Key', 'Summary', 'Assignee (assignee)', 'Assignee (assignee) (2)'])
  })

  it('have names that differ without regard to case', () => {
    const name = fc.constantFrom('a', 'A', 'a (1)', 'a (1) (2)', 'A (2)', 'Key', 'summary')
    fc.assert(
      fc.property(fc.array(name), names => {
        const made = namesOf(listPlan(), ...names).map(one => one.toLowerCase())
        expect(new Set(made).size).toBe(made.length)
      }),
      runs(100),
    )
  })

  it('have the unit after the name', () => {
    const { values } = fileColumns({ plan: listPlan(), columns: columnsNamed('Open', 'Done') }, i =>
      i ? 'days' : null,
    )
    expect(values.map(({ value }) => value)).toEqual(['Open', 'Done (days)'])
  })
})
