import { expect, it } from 'vitest'
import { toStays } from '../../../../src/core/history/to-stays.ts'
import { knownFields } from '../../../../src/intake/source/jira/known-fields.ts'
import { readJiraIssue } from '../../../../src/intake/source/jira/read-issue.ts'

const ANN = '712020:aaaaaaaa-0000-4000-8000-000000000001'
const DAN = '712020:dddddddd-0000-4000-8000-000000000004'

function assigneesOf(items: readonly object[], present: object | null) {
  const fields = { created: '2024-04-01T08:00:00.000+0000', assignee: present }
  const histories = items.map((item, i) => ({
    id: String(i + 1),
    created: `2024-04-0${i + 2}T08:00:00.000+0000`,
    items: [{ field: 'assignee', fieldId: 'assignee', ...item }],
  }))
  const { history } = readJiraIssue({ id: '7', key: 'QA-7', fields, changelog: { histories } }, knownFields([]))
  const { stays, repairs } = toStays(history, () => false)
  const assignees = stays.filter(({ field }) => field === 'assignee').map(({ value }) => value?.id ?? null)
  return { assignees, repairs: repairs.map(({ kind }) => kind) }
}

it('an account id next to an old name or key is the person, without a repair', () => {
  const items = [
    { from: null, to: 'ann', toString: 'Ann', tmpFromAccountId: null, tmpToAccountId: ANN },
    { from: 'ug:77-old', fromString: 'Ann', to: 'dan', toString: 'Dan', tmpFromAccountId: ANN, tmpToAccountId: DAN },
  ]
  expect(assigneesOf(items, { accountId: DAN, displayName: 'Dan' })).toEqual({
    assignees: [null, ANN, DAN],
    repairs: [],
  })
})

it("the account id 'unknown' is the person of the label", () => {
  const items = [
    { from: null, to: 'unknown', toString: 'Eve', tmpToAccountId: 'unknown' },
    {
      from: 'unknown',
      fromString: 'Eve',
      to: 'x',
      toString: 'Flo',
      tmpFromAccountId: 'unknown',
      tmpToAccountId: 'Unknown',
    },
  ]
  const former = { accountId: 'unknown', displayName: 'Flo' }
  expect(assigneesOf(items, former)).toEqual({ assignees: [null, 'eve', 'flo'], repairs: [] })
})
