import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { jqlCatalogueOf } from '../../../src/core/catalogue/jql-catalogue.ts'
import { issuesNamedIn } from '../../../src/core/jql/issues-named-in.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { sampleCatalogue, savedQuery } from './sample.ts'

function named(text: string): string[] {
  const savedQueries = [
    savedQuery('1', 'Ours', 'key = APO-9 OR filter = 2'),
    savedQuery('2', 'Loop', 'filter = Ours OR key = BOR-1'),
  ]
  return [...atOnce(issuesNamedIn(parseJql(text), jqlCatalogueOf({ ...sampleCatalogue, savedQueries })))]
}

describe('the issues that a query names', () => {
  it('are those of keys, of fields that refer to issues, and of functions', () => {
    expect(named('key in (apo-1, 5) AND NOT "Epic Link" = APO-2 OR issue in linkedIssues(APO-3, "x-1")')).toEqual([
      'APO-1',
      '5',
      'APO-2',
      'APO-3',
      'X-1',
    ])
    expect(named('status = APO-1 AND "Epic Link" CHANGED TO BOR-7')).toEqual(['BOR-7'])
  })

  it('include those of its saved filters, even if they are circular', () => {
    expect(named('filter = ours')).toEqual(['APO-9', 'BOR-1'])
  })
})
