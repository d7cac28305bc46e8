import { describe, expect, it } from 'vitest'
import { readLists } from '../../../../src/intake/source/jira/jira-source.ts'
import { NO_LISTS } from '../../../../src/intake/source/source.ts'

const list = (value: unknown) => ({ name: 'list.json', text: JSON.stringify(value) })

describe('readLists', () => {
  it('reads the lists that are given, and no others', () => {
    const lists = readLists({
      statuses: list([{ id: '1', name: 'Open' }]),
      groups: list({ testers: ['Ada'] }),
      users: list([{ name: 'Ada' }]),
      fields: list([{ id: 'customfield_1', name: 'Colour' }]),
    })
    expect(lists.statuses).toMatchObject([{ id: '1', name: 'Open' }])
    expect(lists.groups).toEqual([{ name: 'testers', members: ['ada'] }])
    expect(lists.users).toMatchObject([{ id: 'ada', name: 'Ada' }])
    expect(lists.fields).toMatchObject([{ id: 'customfield_1', name: 'Colour' }])
    expect(readLists({})).toEqual(NO_LISTS)
  })

  it('reads a list that begins with a byte order mark', () => {
    expect(readLists({ groups: { name: 'g', text: '\uFEFF{}' } }).groups).toEqual([])
  })

  it('names the file that is not JSON', () => {
    expect(() => readLists({ users: { name: 'users.json', text: '<html>' } })).toThrowError(/^users\.json: not JSON/)
  })
})
