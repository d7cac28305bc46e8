import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { jqlCatalogueOf } from '../../../src/core/catalogue/jql-catalogue.ts'
import type { Field } from '../../../src/core/catalogue/model.ts'
import type { FieldKind } from '../../../src/core/fields/field.ts'
import { bindJql } from '../../../src/core/jql/bind-jql.ts'
import type { JqlError } from '../../../src/core/jql/jql-error.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { printJql } from '../../../src/core/jql/print-jql.ts'
import { sampleCatalogue, sampleContext } from './sample.ts'

function field(number: number, name: string, kind: FieldKind, multi = false): Field {
  return { id: `customfield_${number}`, name, kind, multi, alias: null, listed: true }
}

const catalogue = jqlCatalogueOf({
  ...sampleCatalogue,
  fields: [
    ...sampleCatalogue.fields,
    field(1, 'Effort', 'number'),
    field(2, 'Area', 'option'),
    field(3, 'Area', 'option', true),
    field(4, 'Area', 'text'),
    field(5, 'Odd [Number]', 'text'),
  ],
})

function bound(text: string) {
  const { where, query, warnings } = atOnce(bindJql(parseJql(text), { ...sampleContext, catalogue }))
  return { where: where as { field?: { id: string } }, text: printJql(query), warnings }
}

function errorOf(text: string): string {
  try {
    return `no error: ${bound(text).text}`
  } catch (error) {
    return (error as JqlError).problems.map(({ message }) => message).join('; ')
  }
}

describe('a sort key without data', () => {
  it.each(['Rank', 'rank ASC', 'RANK DESC'])('is ignored with a warning: ORDER BY %s', key => {
    const name = key.split(' ')[0]
    expect(bound(`type = Bug ORDER BY ${key}, created`)).toMatchObject({
      text: 'type = Bug ORDER BY created',
      warnings: [`ORDER BY ${name} was ignored: ranks are not imported.`],
    })
  })

  it('may be the only one', () => {
    expect(bound('ORDER BY Rank ASC').text).toBe('')
  })

  it('stays an error if no such field exists', () => {
    expect(errorOf('ORDER BY Rnk')).toContain("'Rnk'")
  })
})

describe('a field with its type', () => {
  it.each([
    ['"Effort[Number]" > 3', 'customfield_1'],
    ['"effort[NUMBER]" > 3', 'customfield_1'],
    ['"Area[Dropdown]" IS EMPTY', 'customfield_2'],
    ['"Area[Checkboxes]" IS EMPTY', 'customfield_3'],
    ['"Area[Paragraph]" IS EMPTY', 'customfield_4'],
    ['"Odd [Number]" ~ x', undefined],
  ])('is the field of that name and type: %s', (text, id) => {
    const { where, warnings } = bound(text)
    expect([where.field?.id, warnings]).toEqual([id, []])
  })

  it('with an unknown type is the field, with a warning, if its name is unique', () => {
    expect(bound('"Effort[Stars]" > 3 ORDER BY "Effort[Stars]"')).toMatchObject({
      where: { field: { id: 'customfield_1' } },
      text: 'Effort > 3 ORDER BY Effort',
      warnings: ["The type 'Stars' of Effort in the query was ignored: it is not known."],
    })
  })

  it('with an unknown type is an error if several fields have the name', () => {
    expect(errorOf('"Area[Stars]" IS EMPTY')).toContain('3 fields have this name, none of this type')
  })

  it('is an error if no field has the name', () => {
    expect(errorOf('"Nothing[Number]" > 3')).toContain('Nothing[Number]')
  })
})
