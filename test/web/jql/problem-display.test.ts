import { describe, expect, it } from 'vitest'
import { insertion, shownProblems, underlinesOf } from '../../../src/web/jql/problem-display.ts'

const problem = (start: number, end: number) => ({ message: `${start}`, span: { start, end } })

describe('errors in a query', () => {
  it('are hidden at the end of the text while typing', () => {
    const problems = [problem(0, 6), problem(16, 16)]
    expect(shownProblems(problems, 'statu = 1 AND x ', true)).toEqual([problem(0, 6)])
    expect(shownProblems(problems, 'statu = 1 AND x ', false)).toEqual(problems)
  })

  it('are underlined at their position', () => {
    expect(underlinesOf([problem(10, 14), problem(0, 6)], 'statuss = blue')).toEqual([
      { start: 0, end: 6 },
      { start: 10, end: 14 },
    ])
  })

  it('underline the last character if something is missing at the end', () => {
    expect(underlinesOf([problem(10, 10)], 'status =  ')).toEqual([{ start: 7, end: 10 }])
    expect(underlinesOf([problem(8, 8)], 'status =')).toEqual([{ start: 7, end: 8 }])
    expect(underlinesOf([problem(0, 0)], '')).toEqual([])
  })
})

describe('a completion', () => {
  it('continues after fields and operators, not after values', () => {
    expect(insertion({ text: 'status', kind: 'field' }, '')).toEqual({ text: 'status ', continues: true })
    expect(insertion({ text: '=', kind: 'operator' }, ' Done')).toEqual({ text: '=', continues: true })
    expect(insertion({ text: 'Done', kind: 'value' }, '')).toEqual({ text: 'Done', continues: false })
    expect(insertion({ text: 'startOfDay(', kind: 'function' }, '')).toEqual({ text: 'startOfDay(', continues: true })
  })

  it('opens a list unless there is one', () => {
    expect(insertion({ text: 'NOT IN', kind: 'operator' }, '').text).toBe('NOT IN (')
    expect(insertion({ text: 'IN', kind: 'operator' }, ' (1)').text).toBe('IN')
  })
})
