import { describe, expect, it } from 'vitest'
import { systemFields } from '../../../src/core/fields/system-fields.ts'
import { queryFields } from '../../../src/core/jql/fields/query-fields.ts'
import { migrations } from '../../../src/store/engine/schema.ts'

const repeated = (texts: readonly string[]): string[] => texts.filter((text, i) => texts.indexOf(text) !== i)

describe('system fields', () => {
  it('have unique ids, and unique names in queries and in reports', () => {
    const lower = (texts: readonly string[]) => [...new Set(texts.map(text => text.toLowerCase()))]
    expect(repeated(systemFields.map(({ id }) => id))).toEqual([])
    expect(repeated(systemFields.flatMap(({ queryNames }) => lower(queryNames)))).toEqual([])
    expect(repeated(systemFields.flatMap(({ id, name, otherNames }) => lower([id, name, ...otherNames])))).toEqual([])
  })

  it('are ranked in reports without gaps', () => {
    const ranks = systemFields.flatMap(({ reportRank }) => reportRank ?? []).sort((a, b) => a - b)
    expect(ranks).toEqual(ranks.map((_, i) => i + 1))
  })

  it('name existing columns of the issue table', () => {
    const table = migrations.flatMap(({ statements }) => statements).find(text => /^create table issue \(/.test(text))!
    const columns = [...table.matchAll(/(?:\(|,)\s*(\w+) (?:integer|bigint|varchar)/g)].map(([, name]) => name)
    expect(systemFields.flatMap(({ column }) => column?.name ?? []).filter(name => !columns.includes(name))).toEqual([])
  })

  it('are listed in queries together with the fields that exist in queries only', () => {
    const ids = queryFields.map(({ id }) => id)
    expect(ids.filter(id => !systemFields.some(field => field.id === id))).toEqual(['statusCategory', 'text', 'filter'])
  })
})
