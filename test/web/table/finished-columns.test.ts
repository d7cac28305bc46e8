import { describe, expect, it } from 'vitest'
import { doneColumns, finishedColumns } from '../../../src/web/table/finished-columns.ts'
import { catalogue, report } from '../shell/reports.ts'

/** Returns the finished columns of a report with columns `outer:inner`, each with the id of its place. */
function finishedOf(columnsBy: string, columns: readonly string[], find = finishedColumns): string[] {
  const of = report({ columnsBy })
  const valueColumns = columns.map((column, i) => {
    const [baseHeaderId, subHeaderId] = column.split(':')
    return subHeaderId === undefined
      ? { id: column, value: column }
      : { id: `place-${i}`, value: column, baseHeaderId, subHeaderId }
  })
  const { table } = of
  return [...find({ ...of, table: { ...table, header: { ...table.header, valueColumns } } } as never, catalogue)]
}

describe('the columns of finished statuses', () => {
  it('are found by their category', () => {
    expect(finishedOf('Status Duration', ['1', '3', '9', '10'])).toEqual(['9', '10'])
  })

  it('are found below and above other columns', () => {
    expect(finishedOf('Assignee Duration by Status', ['3:ada', '10:ada', '10:bob'])).toEqual(['place-1', 'place-2'])
    expect(finishedOf('Status Duration by Assignee', ['ada:3', 'ada:10', 'bob:9'])).toEqual(['place-1', 'place-2'])
  })

  it('are none if all are finished', () => {
    expect(finishedOf('Status Duration', ['9', '10'])).toEqual([])
  })

  it('are green in reports of other numbers too, and if all are finished', () => {
    expect(finishedOf('Status Count', ['3', '9'])).toEqual([])
    expect(finishedOf('Status Count', ['3', '9'], doneColumns)).toEqual(['9'])
    expect(finishedOf('Status Duration', ['9', '10'], doneColumns)).toEqual(['9', '10'])
  })

  it('are none among people with the same ids', () => {
    expect(finishedOf('Assignee Duration', ['10', 'ada'])).toEqual([])
    expect(finishedOf('Status Duration by Assignee', ['10:3', 'ada:3'])).toEqual([])
  })
})
