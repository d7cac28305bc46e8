import { describe, expect, it } from 'vitest'
import { knownFields } from '../../../../src/intake/source/jira/known-fields.ts'
import { readJiraIssue } from '../../../../src/intake/source/jira/read-issue.ts'
import { importIssues } from '../../../support/import-jira.ts'
import { reportJson } from '../../../support/report-json.ts'
import { temporaryStore } from '../../../support/temporary-store.ts'

const FIELD = { id: 'customfield_7', name: 'Regions', kind: 'option', multi: true } as const

/** A list of values, and its text: `[1, 2]`, `a,b`. */
type Side = readonly [ids: string, text: string]

const NONE: Side = ['', '']

function issue(id: string, sides: readonly Side[], present: readonly { id: string; value: string }[]) {
  const histories = sides.map(([to, text], i) => {
    const [from, fromString] = sides[i - 1] ?? NONE
    const item = { field: 'Regions', fieldtype: 'custom', fieldId: FIELD.id, from, fromString, to, toString: text }
    return { id: String(i + 1), created: `2024-04-0${i + 2}T00:00:00.000+0000`, items: [item] }
  })
  const fields = { created: '2024-04-01T00:00:00.000+0000', [FIELD.id]: present }
  return { id, key: `QA-${id}`, fields, changelog: { histories } }
}

/** Returns the values after each change. */
function valuesAfter(sides: readonly Side[], present: readonly { id: string; value: string }[] = []): string[] {
  const { history } = readJiraIssue(issue('1', sides, present), knownFields([FIELD]))
  return history.changes.map(({ to }) => to.map(({ id, label }) => `${id}=${label}`).join(' | '))
}

describe('the labels of options in a log', () => {
  it('are cut by those of present values', () => {
    const values = valuesAfter([['[1, 2]', 'Far, north,South']], [{ id: '1', value: 'Far, north' }])
    expect(values).toEqual(['1=Far, north | 2=South'])
    const reversed = valuesAfter([['[2, 1]', 'South, near,Far, north']], [{ id: '1', value: 'Far, north' }])
    expect(reversed).toEqual(['2=South, near | 1=Far, north'])
  })

  it('are cut by those of entries with one value more or less', () => {
    const rising: Side[] = [
      ['[1]', 'A, b'],
      ['[1, 2]', 'A, b,C, d'],
      ['[1, 2, 3]', 'A, b,C, d,E, f'],
    ]
    const whole = ['1=A, b', '1=A, b | 2=C, d', '1=A, b | 2=C, d | 3=E, f']
    expect(valuesAfter(rising)).toEqual(whole)
    expect(valuesAfter(rising.toReversed())).toEqual(whole.toReversed())
  })

  it('are known by each name that an option had', () => {
    const sides: Side[] = [
      ['[1]', 'Old, one'],
      ['[1, 2]', 'Old, one,Two, two'],
    ]
    expect(valuesAfter(sides, [{ id: '1', value: 'New' }])).toEqual(['1=Old, one', '1=New | 2=Two, two'])
  })

  it('are the ids when several are left and have commas', () => {
    expect(valuesAfter([['[1, 2]', 'A, b,C, d']])).toEqual(['1=1 | 2=2'])
    expect(valuesAfter([['[1, 2]', 'A,C']])).toEqual(['1=A | 2=C'])
    // A label that is not in the text tells nothing.
    expect(valuesAfter([['[1, 2]', 'A, b,C, d']], [{ id: '1', value: 'Z' }])).toEqual(['1=Z | 2=2'])
  })

  it('are those of sprints, too', () => {
    const entry = (id: number, to: string, text: string) => ({
      id: String(id),
      created: `2024-04-0${id}T00:00:00.000+0000`,
      items: [{ field: 'Sprint', fieldtype: 'custom', from: '', fromString: '', to, toString: text }],
    })
    const histories = [entry(2, '31', 'May, first'), entry(3, '31, 32', 'May, first, May, second')]
    const fields = { created: '2024-04-01T00:00:00.000+0000' }
    const { history } = readJiraIssue({ id: '1', key: 'QA-1', fields, changelog: { histories } }, knownFields([]))
    expect(history.changes[1]!.to).toEqual([
      { id: '31', label: 'May, first' },
      { id: '32', label: 'May, second' },
    ])
  })
})

it('a column has the label of any issue that knows it', async () => {
  const store = await temporaryStore()
  const one = issue('1', [['[1]', 'A, b'], NONE], [])
  const two = issue('2', [['[1, 2]', 'A, b,C, d'], NONE], [])
  await importIssues(
    store,
    [one, two].map(each => JSON.stringify(each)),
    { fields: [FIELD] },
  )
  const query = 'filterType=project&projectKey=QA&columnsBy=anyfieldDuration&historyFields=Regions&calendar=normalHours'
  const { table } = await reportJson(store, `${query}&viewFormat=days`)
  const names = table.header.valueColumns.map(column => (column as unknown as { value: string }).value)
  expect(names).toEqual(expect.arrayContaining(['Regions - A, b', 'Regions - 2']))
})
