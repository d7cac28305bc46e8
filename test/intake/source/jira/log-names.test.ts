import { describe, expect, it } from 'vitest'
import { knownFields } from '../../../../src/intake/source/jira/known-fields.ts'
import { readFieldList } from '../../../../src/intake/source/jira/read-field-list.ts'
import { readJiraIssue } from '../../../../src/intake/source/jira/read-issue.ts'

const listed = (id: number, name: string, schema: object = { type: 'option' }, more: object = {}) => ({
  id: `customfield_${id}`,
  name,
  schema,
  ...more,
})

/** Returns the fields of the changes of an issue. Each change is the name of a field, an old and a new value. */
function fieldsOf(
  list: readonly object[],
  present: Readonly<Record<number, unknown>>,
  ...changes: readonly (readonly [name: string, from: string, to: string | null, fieldId?: string])[]
): readonly string[] {
  const values = Object.entries(present).map(([id, value]) => [`customfield_${id}`, value])
  const histories = changes.map(([field, from, to, fieldId], i) => ({
    id: `${i + 1}`,
    created: `2024-04-0${i + 2}T00:00:00.000Z`,
    items: [
      { field, fieldtype: 'custom', fieldId, from, fromString: `Value ${from}`, to, toString: to && `Value ${to}` },
    ],
  }))
  const issue = {
    id: '1',
    key: 'AA-1',
    changelog: { histories },
    fields: { created: '2024-04-01T00:00:00.000Z', ...Object.fromEntries(values) },
  }
  return readJiraIssue(issue, knownFields(readFieldList(list, 'fields.json'))).history.changes.map(({ field }) => field)
}

const option = (id: string) => ({ id, value: `Value ${id}` })
const TEAMS = [listed(1, 'Team'), listed(2, 'Team')]

describe('a log name', () => {
  it('is the field with this name, without regard to case', () => {
    expect(fieldsOf([listed(1, 'Crew')], {}, ['CREW', '5', '6'])).toEqual(['customfield_1'])
  })

  it('is the field with this untranslated name', () => {
    const list = [listed(1, 'Mannschaft', { type: 'option' }, { untranslatedName: 'Crew' })]
    expect(fieldsOf(list, {}, ['Crew', '5', '6'], ['Mannschaft', '6', '7'])).toEqual(['customfield_1', 'customfield_1'])
  })

  it('is the one of several whose present value is the last logged value', () => {
    const log = [
      ['Team', '5', '6'],
      ['Team', '6', '7'],
    ] as const
    expect(fieldsOf(TEAMS, { 1: option('6'), 2: option('7') }, ...log)).toEqual(['customfield_2', 'customfield_2'])
    expect(fieldsOf(TEAMS, { 1: option('7'), 2: null }, ...log)).toEqual(['customfield_1', 'customfield_1'])
    expect(fieldsOf(TEAMS, { 1: null, 2: option('5') }, ['Team', '5', null])).toEqual(['customfield_1'])
  })

  it('is its own field when several fields have the value, or none', () => {
    expect(fieldsOf(TEAMS, { 1: option('6'), 2: option('6') }, ['Team', '5', '6'])).toEqual(['Team'])
    expect(fieldsOf(TEAMS, { 1: option('8'), 2: null }, ['Team', '5', '6'])).toEqual(['Team'])
    expect(fieldsOf(TEAMS, {}, ['Team', '5', '6'])).toEqual(['Team'])
  })

  it('compares lists and numbers as the field has them', () => {
    const lists = [1, 2].map(id => listed(id, 'Team', { type: 'array', items: 'option' }))
    const present = { 1: [option('6'), option('5')], 2: [option('6')] }
    expect(fieldsOf(lists, present, ['Team', '[6]', '[5, 6]'])).toEqual(['customfield_1'])
    const numbers = [1, 2].map(id => listed(id, 'Points', { type: 'number' }))
    const item = { field: 'Points', fieldtype: 'custom', from: null, fromString: '3', to: null, toString: '5.0' }
    const issue = {
      id: '1',
      key: 'AA-1',
      fields: { created: '2024-04-01T00:00:00.000Z', customfield_1: 3, customfield_2: 5 },
      changelog: { histories: [{ id: '1', created: '2024-04-02T00:00:00.000Z', items: [item] }] },
    }
    const { history } = readJiraIssue(issue, knownFields(readFieldList(numbers, 'fields.json')))
    expect(history.changes.map(({ field }) => field)).toEqual(['customfield_2'])
  })
})
