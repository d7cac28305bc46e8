import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { jqlCatalogueOf } from '../../../src/core/catalogue/jql-catalogue.ts'
import { namesInText } from '../../../src/core/jql/names-in-text.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { sampleCatalogue, savedQuery } from './sample.ts'

const catalogue = jqlCatalogueOf({
  ...sampleCatalogue,
  groups: [
    { name: 'Developers', members: [] },
    { name: 'layoffs', members: [] },
  ],
  savedQueries: [savedQuery('1', 'Ours', 'filter = 2'), savedQuery('2', 'Theirs', 'assignee in membersOf(layoffs)')],
})
const named = (text: string) => atOnce(namesInText(parseJql(text), catalogue))

describe('the names that only the text of a query has', () => {
  it('are those of groups, also in predicates and in lists', () => {
    const text = 'NOT assignee in (bob, membersOf("developers")) OR status CHANGED BY membersOf(Layoffs)'
    expect(named(text)).toEqual({ groups: ['Developers', 'layoffs'], filters: [] })
  })

  it('are the ids of its saved filters, but nothing that these name', () => {
    expect(named('filter in (OURS) AND status = "Theirs"')).toEqual({ groups: [], filters: ['1'] })
    expect(named('filter != 2')).toEqual({ groups: [], filters: ['2'] })
  })
})
