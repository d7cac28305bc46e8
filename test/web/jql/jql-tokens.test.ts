import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jqlTokens } from '../../../src/web/jql/jql-tokens.ts'
import { runs } from '../../support/sampling.ts'

/** Formats the tokens of a query as `kind:text`. */
const tokens = (query: string) => jqlTokens(query).map(({ kind, start, end }) => `${kind}:${query.slice(start, end)}`)

describe('query highlighting', () => {
  it('distinguishes fields, operators, values and keywords', () => {
    expect(tokens('project = WEB AND status != "In Progress"')).toEqual([
      ...['field:project', 'operator:=', 'value:WEB', 'keyword:AND'],
      ...['field:status', 'operator:!=', 'string:"In Progress"'],
    ])
  })

  it('supports lists, functions and numbers', () => {
    expect(tokens('sprint NOT IN (7, openSprints()) or created>startOfDay(-1)')).toEqual([
      ...['field:sprint', 'operator:NOT', 'operator:IN', 'number:7', 'function:openSprints', 'keyword:or'],
      ...['field:created', 'operator:>', 'function:startOfDay', 'number:-1'],
    ])
  })

  it('supports history operators', () => {
    expect(tokens('status WAS NOT IN (Done) BEFORE now() AND (assignee CHANGED FROM ada)')).toEqual([
      ...['field:status', 'operator:WAS', 'operator:NOT', 'operator:IN', 'value:Done', 'keyword:BEFORE'],
      ...['function:now', 'keyword:AND', 'field:assignee', 'operator:CHANGED', 'keyword:FROM', 'value:ada'],
    ])
  })

  it('supports EMPTY and ORDER BY', () => {
    expect(tokens('NOT resolution IS NOT EMPTY order by created DESC, key')).toEqual([
      ...['keyword:NOT', 'field:resolution', 'operator:IS', 'operator:NOT', 'keyword:EMPTY'],
      ...['keyword:order', 'keyword:by', 'field:created', 'keyword:DESC', 'field:key'],
    ])
  })

  it('supports an unterminated string', () => {
    expect(tokens('summary ~ "lost \\" quot')).toEqual(['field:summary', 'operator:~', 'string:"lost \\" quot'])
  })

  it('has ordered tokens without overlap for any text', () => {
    const text = fc
      .array(fc.constantFrom('a', ' ', '"', "'", '\\', '(', ')', '=', '!', '\n', 'and', 'in', 'ä', '1', ','))
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(text, query => {
        const ends = jqlTokens(query).flatMap(({ start, end }) => [start, end])
        expect(ends).toEqual(ends.toSorted((a, b) => a - b))
        for (const { start, end } of jqlTokens(query)) expect(end).toBeGreaterThan(start)
      }),
      runs(100),
    )
  })
})
