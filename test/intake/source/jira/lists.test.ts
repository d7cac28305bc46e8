import { describe, expect, it } from 'vitest'
import { isUserError } from '../../../../src/core/base/errors.ts'
import { readFieldList } from '../../../../src/intake/source/jira/read-field-list.ts'
import { readGroupList } from '../../../../src/intake/source/jira/read-group-list.ts'
import { readStatusList } from '../../../../src/intake/source/jira/read-status-list.ts'
import { readUserList } from '../../../../src/intake/source/jira/read-user-list.ts'

function problemOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (isUserError(error, 'IMPORT_LIST_INVALID')) return error.message
    throw error
  }
  return 'none'
}

describe('a list of statuses', () => {
  const open = { id: '1', name: 'Open', statusCategory: { key: 'new' } }
  const done = { id: 3, name: 'Done', statusCategory: 'DONE' }

  it('keeps the order of the tracker', () => {
    expect(readStatusList([done, open], 's.json')).toEqual([
      { kind: 'status', id: '3', name: 'Done', category: 'done' },
      { kind: 'status', id: '1', name: 'Open', category: 'new' },
    ])
  })

  it('may be a page from Cloud without categories', () => {
    expect(readStatusList({ values: [{ id: '1', name: 'Open' }] }, 's.json')).toMatchObject([
      { id: '1', category: null },
    ])
  })

  it('reports all errors at once', () => {
    const list = [open, { name: 'x' }, { id: '2' }, open, 7, { id: '9', name: 'Bug', statuses: [] }]
    expect(problemOf(() => readStatusList(list, 's.json'))).toBe(
      "s.json: element 2 has no id; element 3 has no name; element 4 has the id '1', as one before it; " +
        'element 5 is no object; element 6 is an issue type with its statuses, not a status. ' +
        "Expected the tracker's statuses: [{id, name, statusCategory: {key}}, ...].",
    )
  })

  it('is rejected when it is not a list', () => {
    expect(problemOf(() => readStatusList({ issues: [] }, 's.json'))).toMatch(/^s\.json: this is no list\. Expected /)
  })
})

describe('a list of users', () => {
  it('accepts users of all kinds of Jira, and keeps the last entry of each', () => {
    const list = [{ accountId: 'A' }, { name: 'bob', displayName: 'B' }, { name: 'BOB', displayName: 'Bob' }]
    expect(readUserList(list, 'u.json')).toMatchObject([
      { id: 'a', accountId: 'A', displayName: 'A' },
      { id: 'bob', name: 'BOB', displayName: 'Bob' },
    ])
  })

  it('reports all errors at once', () => {
    const message = problemOf(() => readUserList([{ displayName: 'x' }, null], 'u.json'))
    expect(message).toContain('element 1 has no accountId, name or key; element 2 is no object.')
  })
})

describe('a list of groups', () => {
  it('accepts logins or user objects, and keeps each member once', () => {
    const list = [{ name: 'dev', members: ['Ann', { accountId: 'B1' }, 'ann'] }]
    expect(readGroupList(list, 'g.json')).toEqual([{ name: 'dev', members: ['ann', 'b1'] }])
  })

  it('may be an object with the members of each group, or a single group', () => {
    expect(readGroupList({ dev: ['ann'], ops: [] }, 'g.json')).toEqual([
      { name: 'dev', members: ['ann'] },
      { name: 'ops', members: [] },
    ])
    expect(readGroupList({ name: 'dev', users: { items: [{ name: 'ann' }] } }, 'g.json')).toEqual([
      { name: 'dev', members: ['ann'] },
    ])
  })

  it('reports all errors at once', () => {
    const list = [{ members: [] }, { name: 'dev', members: [{}] }, { name: 'dev', members: [] }, { name: 'ops' }]
    expect(problemOf(() => readGroupList(list, 'g.json'))).toContain(
      "element 1 has no name; element 2 ('dev') has a member 1 without login, accountId or key; " +
        "element 3 has the id 'dev', as one before it; element 4 ('ops') has no list of members.",
    )
  })
})

describe('a list of fields', () => {
  const custom = (id: string, type: string, more: object = {}) => ({ id, name: id, schema: { type, ...more } })

  it('gives the kind of each field', () => {
    const list = [
      { id: 'status', name: 'Zustand', schema: { type: 'status', system: 'status' } },
      { id: 'fixVersions', name: 'Fix versions', schema: { type: 'array', items: 'version' } },
      custom('customfield_1', 'number'),
      custom('customfield_2', 'option-with-child'),
      custom('customfield_3', 'array', { items: 'user' }),
      custom('customfield_4', 'array', { items: 'string', custom: 'com.example:labels' }),
      custom('customfield_5', 'any', { custom: 'com.pyxis.greenhopper.jira:gh-epic-link' }),
      custom('customfield_6', 'any'),
    ]
    expect(readFieldList(list, 'f.json').map(({ id, name, kind, multi }) => `${id} ${name} ${kind} ${multi}`)).toEqual([
      'status Zustand status false',
      'fixVersions Fix versions version true',
      'customfield_1 customfield_1 number false',
      'customfield_2 customfield_2 option false',
      'customfield_3 customfield_3 user true',
      'customfield_4 customfield_4 label true',
      'customfield_5 customfield_5 issue false',
      'customfield_6 customfield_6 text false',
    ])
  })

  it('gives the sprint field the same id as issues do', () => {
    const sprint = custom('customfield_20', 'array', { items: 'json', custom: 'com.pyxis.greenhopper.jira:gh-sprint' })
    expect(readFieldList([sprint], 'f.json')).toEqual([
      { id: 'sprint', name: 'customfield_20', kind: 'sprint', multi: true, alias: 'customfield_20' },
    ])
  })

  it('reports all errors at once', () => {
    const message = problemOf(() => readFieldList([{}, custom('a', 'any'), custom('a', 'any')], 'f.json'))
    expect(message).toContain("element 1 has no id; element 1 has no name; element 3 has the id 'a', as one before it.")
  })
})
