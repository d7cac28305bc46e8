import { describe, expect, it } from 'vitest'
import { toStays } from '../../../../src/core/history/to-stays.ts'
import { readChangelog } from '../../../../src/intake/source/jira/changelog.ts'
import { InvalidParts } from '../../../../src/intake/source/jira/invalid-parts.ts'
import { knownFields } from '../../../../src/intake/source/jira/known-fields.ts'
import { readJiraIssue } from '../../../../src/intake/source/jira/read-issue.ts'

const AT = '2024-04-02T08:00:00.000+0000'
const MOVE = { field: 'status', from: '1', fromString: 'Open', to: '5', toString: 'Done' }

function repairsOf(histories: readonly unknown[]) {
  const fields = { created: '2024-04-01T08:00:00.000+0000', status: { id: '5', name: 'Done' } }
  const { history } = readJiraIssue({ id: '7', key: 'QA-7', fields, changelog: { histories } }, knownFields([]))
  const { stays, repairs } = toStays(history, () => false)
  expect(stays.filter(({ field }) => field === 'status').map(({ value }) => value!.id)).toEqual(['1', '5'])
  return repairs.map(({ kind, at }) => `${kind} ${new Date(at).toISOString().slice(0, 10)}`)
}

describe('an issue is read, with one repair for each', () => {
  it.each([
    ['entry without items', { id: '1', created: AT }, 'unreadable-entry 2024-04-02'],
    ['entry whose items are null', { id: '1', created: AT, items: null }, 'unreadable-entry 2024-04-02'],
    ['entry that is null, at the creation', null, 'unreadable-entry 2024-04-01'],
    ['item that is null', { id: '1', created: AT, items: [null] }, 'unreadable-entry 2024-04-02'],
    ['item that is empty', { id: '1', created: AT, items: [{}] }, 'unreadable-entry 2024-04-02'],
  ])('%s', (_, entry, repair) => {
    expect(repairsOf([entry, { id: '2', created: AT, items: [MOVE] }])).toEqual([repair])
  })

  it('several of them', () => {
    const entry = { id: '1', created: AT, items: [null, {}, MOVE] }
    expect(repairsOf([null, entry])).toHaveLength(3)
  })
})

it('an entry with an empty list of items is no repair', () => {
  expect(
    repairsOf([
      { id: '1', created: AT, items: [] },
      { id: '2', created: AT, items: [MOVE] },
    ]),
  ).toEqual([])
})

it('unreadable entries count in the total, so the log is not truncated', () => {
  const histories = [null, { id: '2', created: AT, items: [MOVE] }]
  expect(readChangelog({ total: 2, histories }, new InvalidParts()).truncated).toBe(false)
  expect(readChangelog({ total: 3, histories }, new InvalidParts()).truncated).toBe(true)
})
