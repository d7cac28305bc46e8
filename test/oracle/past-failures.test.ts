import { describe, expect, it } from 'vitest'
import type { FieldValue, IssueHistory } from '../../src/core/history/model.ts'
import { toStays } from '../../src/core/history/to-stays.ts'
import { workingCalendars } from '../../src/reports/calendars/working-calendars.ts'
import { history } from '../support/notation.ts'
import { DAWN, isMultiField, NOW, PROJECTS, worldField, ZONE } from '../support/tracker-world.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'
import { withOracle } from './check.ts'
import type { OracleRequest } from './requests.ts'

// Failures that the oracle found, reduced to the smallest case.

const HOUR = 3_600_000

/** An issue of the world in the notation of histories: values by id, hours after the start. */
function issue(fields: Readonly<Record<string, string>>, number = 1, unknown: readonly string[] = []): IssueHistory {
  const original = history({ ...fields })
  const at = (hours: number) => DAWN + hours * HOUR
  const named = (field: string, values: readonly FieldValue[]) =>
    values.map(({ id }) => worldField(field).values.find(value => value.id === id)!)
  return {
    ...original,
    id: String(number),
    key: `AB-${number}`,
    number,
    project: PROJECTS[0],
    created: at(original.created),
    updated: at(original.updated),
    changes: original.changes.map(one => ({
      ...one,
      at: at(one.at),
      from: named(one.field, one.from),
      to: named(one.field, one.to),
    })),
    present: new Map(
      [...original.present]
        .filter(([field]) => !unknown.includes(field))
        .map(([field, values]) => [field, named(field, values)]),
    ),
  }
}

const request = (changes: Partial<OracleRequest>): OracleRequest => ({
  type: 'statusDuration',
  aggregate: null,
  percent: 85,
  percentiles: [],
  periodAt: null,
  denominator: 'nonNull',
  multiVisit: 'total',
  issues: { project: 'AB' },
  range: null,
  statuses: [],
  assignees: [],
  groups: [],
  historyFields: ['priority'],
  metrics: [{ name: 'Lead Time', from: null, to: { ids: ['7'], order: 'first' }, excluded: [] }],
  includeDeleted: true,
  businessHours: null,
  asOf: null,
  trimStart: null,
  trimEnd: null,
  groupBy: [],
  fields: [],
  page: null,
  sort: null,
  orderBy: null,
  filters: [],
  ...changes,
})

const check = (issues: readonly IssueHistory[], ...all: Partial<OracleRequest>[]) =>
  withOracle({ issues }, async oracle => {
    for (const changes of all) await oracle.check(request(changes))
  })

describe('failures that the oracle found', () => {
  it('a status in two selected columns keeps its first position in the order of transitions', () =>
    check([issue({ status: '20@0 3@1 20@2 7@3' })], {
      type: 'transitionCount',
      statuses: [
        { type: 'std', id: '20' },
        { type: 'cons', name: 'All', statuses: ['3', '7', '20'] },
      ],
    }))

  it.each(['durationBetweenStatuses', 'anyfieldDuration'] as const)(
    'statuses has no effect on %s, nor on the included statuses',
    type => check([issue({ status: '20@0 3@1' })], { type, statuses: [{ type: 'std', id: '3' }] }),
  )

  it('rows of an aggregation are ordered by label without case, as in lists', async () => {
    const issues = [
      issue({ status: '20@0', customfield_1: '89@0' }, 1),
      issue({ status: '20@0', customfield_1: '88@0' }, 2),
    ]
    await check(issues, { groupBy: ['customfield_1'] }, { groupBy: ['customfield_1'], aggregate: 'sum' })
  })

  it('a field that is missing from an issue shows its last change', async () => {
    const issues = [
      issue({ status: '20@0', priority: '90@0 89@1', fixVersions: '-@0 90@2' }, 1, ['priority', 'fixVersions']),
    ]
    await check(issues, { fields: ['fixVersions'], groupBy: ['priority'] })
  })

  it.each(['firstTransitionFromStatusDate', 'transitionCount'] as const)(
    'a status left just as the window begins is found by %s, on every page alike',
    type =>
      check([issue({ status: '3@0 20@1' }, 1), issue({ status: '20@0' }, 2)], {
        type,
        trimStart: DAWN + HOUR,
        page: { size: 1, index: 0 },
      }),
  )

  it('deleted statuses get no column as field values either', () =>
    check([issue({ status: '4@0 20@1' })], { type: 'anyFieldCount', historyFields: ['status'], includeDeleted: false }))

  it('the current states are in the order of the columns', async () => {
    const issues = [issue({ status: '20@0', assignee: 'acc-2@0', labels: 'x+Y@0', customfield_1: '90@0' })]
    await check(
      issues,
      { type: 'anyFieldCount', historyFields: ['status', 'labels', 'customfield_1', 'assignee'] },
      { type: 'groupDuration', groups: ['ops|night\\shift', 'devs'] },
    )
  })

  it('a current status is reported even if it is deleted and has no column', async () => {
    const issues = [issue({ status: '20@0 4@1' })]
    await check(
      issues,
      { type: 'anyFieldCount', historyFields: ['status'], includeDeleted: false },
      { type: 'statusDuration', includeDeleted: false },
    )
  })

  it('there are working calendars when all issues are dated in the future', () =>
    withTemporaryStore(async store => {
      const future = issue({ status: '20@876000' })
      await store.importBatch('the future', async batch => batch.add(future, toStays(future, isMultiField)))
      expect(await workingCalendars(store, ZONE, NOW)).toHaveLength(1)
    }))
})
