import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../../src/access/permissions/caller.ts'
import { UTC } from '../../../../src/core/time/zone.ts'
import { explainNumber } from '../../../../src/reports/report/explain/explain-number.ts'
import type { Explanation } from '../../../../src/reports/report/explain/explanation.ts'
import { createReportDeps, type ReportDeps } from '../../../../src/reports/report/run-report.ts'
import type { Store } from '../../../../src/store/engine/store.ts'
import { temporaryStore } from '../../../support/temporary-store.ts'
import { atHour, importTiny } from '../../../support/tiny-tracker.ts'

let deps: ReportDeps

beforeAll(async () => {
  const store: Store = await temporaryStore()
  const at = { now: () => atHour(12), zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  deps = createReportDeps(store, at)
  await importTiny(store, [
    'AB-1 status   Open@0 Doing@1 Waiting@3 Doing@5 Gone@6 Done@8 Doing@9 Done@10',
    'AB-1 assignee -@0 Ann@2 Bob@7',
    'AB-1 labels   -@0 none@1 none+x|y@2',
    'AB-2 status   @0 Open>Doing@2 Review>Done@5 Open>Done@6 Waiting>Doing@7',
    'AB-3 status   Review@4',
    'AB-4 status   Open@8 Doing@34',
  ])
})

function explain(
  column: string | null,
  own: Readonly<Record<string, string>>,
  issueKey = 'AB-1',
): Promise<Explanation> {
  const all = {
    calendar: 'normalHours',
    viewFormat: 'hours',
    issueKey,
    ...own,
    ...(column === null ? {} : { column }),
  }
  const parameters = Object.entries(all).map(([name, value]) => ({ name, value, location: 'query' as const }))
  return explainNumber(parameters, deps, { caller: LOCAL_CALLER })
}

const hour = (iso: string | null) => (iso === null ? 'now' : String((Date.parse(iso) - atHour(0)) / 3_600_000))

/** Formats parts briefly: `Doing/Ann 2..5 1.0`, then a colon and the reason if the part does not count. */
function shown({ parts }: Explanation): string[] {
  return parts.map(({ label, within, entered, left, value, why }) => {
    const what = within === null ? label : `${label}/${within}`
    return `${what} ${hour(entered)}..${hour(left)} ${value}${why === null ? '' : `: ${why}`}`
  })
}

const refused = (request: Promise<unknown>) =>
  request.then(
    () => [],
    error => error.parameters.messages,
  )

describe('an explanation', () => {
  it('of a status shows each visit to it', async () => {
    const explanation = await explain('Doing', { columnsBy: 'statusDuration' })
    expect(explanation).toMatchObject({
      issue: { key: 'AB-1', summary: 'AB-1', repairs: [] },
      report: 'Status Duration',
      kind: 'duration',
      rule: 'The sum of all visits.',
      column: { id: 'Doing', name: 'Doing' },
      cell: { value: '4.0', raw: '14400000' },
    })
    expect(shown(explanation)).toEqual(['Doing 1..3 2.0', 'Doing 5..6 1.0', 'Doing 9..10 1.0'])
  })

  it('of the first or last visit shows the other visits as not counted', async () => {
    const first = await explain('Doing', { columnsBy: 'statusDuration', multiVisitBehavior: 'first' })
    const why = 'Only the first visit to a status counts.'
    expect(shown(first)).toEqual(['Doing 1..3 2.0', `Doing 5..6 1.0: ${why}`, `Doing 9..10 1.0: ${why}`])
    const last = await explain('Doing', { columnsBy: 'statusDuration', multiVisitBehavior: 'last' })
    expect(last.parts.map(({ counts }) => counts)).toEqual([false, false, true])
  })

  it('of an average states the rule', async () => {
    const explanation = await explain('Doing', { columnsBy: 'statusDuration', multiVisitBehavior: 'average' })
    expect(explanation.rule).toContain('average')
    expect([explanation.cell.raw, explanation.parts.length]).toEqual(['4800000', 3])
  })

  it('is clipped to the window', async () => {
    const explanation = await explain('Doing', {
      columnsBy: 'statusDuration',
      trimHistoryStartDate: '2024-03-04 02:00',
      asOf: new Date(atHour(5.5)).toISOString(),
    })
    expect(shown(explanation)).toEqual(['Doing 2..3 1.0', 'Doing 5..now 0.5'])
  })

  it('of a consolidated column shows the deleted status that is left out', async () => {
    const explanation = await explain('All', {
      columnsBy: 'statusDuration',
      includeDeletedStatuses: 'false',
      statuses: '[{"type":"cons","name":"All","statuses":["Waiting","Gone"]}]',
    })
    expect(shown(explanation)).toEqual([
      'Waiting 3..5 2.0',
      'Gone 6..8 2.0: Gone no longer exists, and deleted statuses are excluded.',
    ])
    expect(explanation.cell.value).toBe('2.0')
  })

  it('of a user shows assignments in statuses that do not count', async () => {
    const explanation = await explain('ann', { columnsBy: 'assigneeDuration', statuses: 'Doing' })
    expect(shown(explanation)).toEqual([
      'Ann/Doing 2..3 1.0',
      'Ann/Waiting 3..5 2.0: Waiting is not one of the selected statuses.',
      'Ann/Doing 5..6 1.0',
      'Ann/Gone 6..7 1.0: Gone is not one of the selected statuses.',
    ])
    expect(explanation.cell.value).toBe('2.0')
  })

  it('of a composite names both levels, the outer one first', async () => {
    const outside = await explain('otherUsers|Done', { columnsBy: 'statusDurationByAssignee', assignees: 'ann' })
    expect(shown(outside)).toEqual(['Bob/Done 8..9 1.0', 'Bob/Done 10..now 2.0'])
    const inside = await explain('Done|leads', { columnsBy: 'groupDurationByStatus', groups: 'leads,devs' })
    expect(shown(inside)).toEqual(['Done/Bob 8..9 1.0', 'Done/Bob 10..now 2.0'])
    const nobody = await explain('notAMember', { columnsBy: 'groupDuration', groups: 'leads' })
    expect(shown(nobody).slice(0, 3)).toEqual([
      'Unassigned/Open 0..1 1.0',
      'Unassigned/Doing 1..2 1.0',
      'Ann/Doing 2..3 1.0',
    ])
  })

  it('of a metric shows excluded time, and where it ends', async () => {
    const dbsMetrics =
      '[{"name":"Cycle","from":{"id":"Doing"},"to":{"id":"Done","order":"last"},"excluded":["Waiting"]}]'
    const explanation = await explain('Cycle', { columnsBy: 'durationBetweenStatuses', dbsMetrics })
    expect(shown(explanation)).toEqual([
      'Doing 1..3 2.0',
      'Waiting 3..5 2.0: Time in this status is excluded from the metric.',
      ...['Doing 5..6 1.0', 'Gone 6..8 2.0', 'Done 8..9 1.0', 'Doing 9..10 1.0'],
      'Done 10..10 0.0: The metric ends here. Later time does not count.',
    ])
    expect([explanation.cell.value, explanation.rule]).toEqual([
      '7.0',
      'The sum of the times from the first entry into Doing to the last entry into Done after it, without excluded statuses (completed).',
    ])
    const running = await explain('Cycle', { columnsBy: 'durationBetweenStatuses', dbsMetrics }, 'AB-3')
    expect([running.cell, running.parts]).toEqual([{ value: '-', raw: null }, []])
    expect(running.rule).toContain('not started')
  })

  it('of transitions and dates shows instants', async () => {
    const transitions = await explain('Doing-Done', { columnsBy: 'transitionCount' })
    expect(shown(transitions)).toEqual(['Doing → Done 10..10 1'])
    const date = await explain('Doing', {
      columnsBy: 'lastTransitionToStatusDate',
      dateTimeFormat: 'HH:mm',
    })
    const why = 'Only the last one counts.'
    expect(shown(date)).toEqual([`Doing 1..1 01:00: ${why}`, `Doing 5..5 05:00: ${why}`, 'Doing 9..9 09:00'])
  })

  it("of a field's value shows its stays, for any name of the value", async () => {
    const own = { columnsBy: 'anyfieldDuration', historyFields: 'labels' }
    expect(shown(await explain('labels|x\\|y', own))).toEqual(['x|y 2..now 10.0'])
    // The label 'none' differs from having no label.
    expect(shown(await explain('labels|none', own))).toEqual(['none 1..now 11.0'])
    expect(shown(await explain('labels|none', own, 'AB-3'))).toEqual(['None 4..now 8.0'])
  })

  it('lists the days of a calendar, which add up', async () => {
    const own = { columnsBy: 'statusDuration', calendar: '0', dayLength: '24HourDays', asOf: '2024-03-11T10:00:00Z' }
    const late = { ...deps, now: () => Date.parse('2024-03-12T00:00:00Z') }
    const parameters = Object.entries({ ...own, issueKey: 'AB-4', column: 'Doing' })
    const explanation = await explainNumber(
      parameters.map(([name, value]) => ({ name, value, location: 'query' as const })),
      late,
      { caller: LOCAL_CALLER },
    )
    const [part] = explanation.parts
    expect(part!.days.map(({ date, raw, note }) => `${date} ${raw / 3_600_000} ${note}`)).toEqual([
      '2024-03-05 7 working day',
      '2024-03-06 8 working day',
      '2024-03-07 8 working day',
      '2024-03-08 8 working day',
      '2024-03-09 0 not a working day',
      '2024-03-10 0 not a working day',
      '2024-03-11 1 working day',
    ])
    expect([explanation.cell.raw, part!.raw, part!.moreDays]).toEqual([String(32 * 3_600_000), 32 * 3_600_000, 0])
  })

  it('describes the repairs, once for each kind', async () => {
    const { issue } = await explain('Done', { columnsBy: 'statusDuration' }, 'AB-2')
    expect(issue.repairs).toEqual([
      'Status: the old values of 3 changes, the first at 2024-03-04 05:00, differ from the values before them. The new values are used.',
    ])
  })
})

describe('the column of an explanation', () => {
  it.each([
    ['statusDuration', 'Nothing', {}],
    ['statusDuration', 'Open', { statuses: 'Doing' }],
    ['statusDuration', 'Gone', { includeDeletedStatuses: 'false' }],
    ['assigneeDuration', 'otherUsers', {}],
    ['assigneeDuration', 'bob', { assignees: 'ann' }],
    ['assigneeDuration', 'nobody', {}],
    ['groupDuration', 'devs', {}],
    ['statusDurationByAssignee', 'ann', {}],
    ['statusDurationByAssignee', 'Doing|ann', {}],
    ['transitionCount', 'Open-Doing', { statuses: 'Doing,Done' }],
    ['transitionCount', 'Open', {}],
    ['anyFieldCount', 'labels|y', { historyFields: 'labels' }],
    ['anyFieldCount', 'priority|none', { historyFields: 'labels' }],
    ['anyFieldCount', 'status|Gone', { historyFields: 'status', includeDeletedStatuses: 'false' }],
    ['durationBetweenStatuses', 'Other', { dbsMetrics: '[{"name":"Lead","to":{"id":"Done"}}]' }],
  ])('is rejected when the report cannot have it: %s, %s', async (columnsBy, column, own) => {
    expect(await refused(explain(column, { columnsBy, ...own }))).toEqual([
      `ERROR: column '${column}' is not a column of this report.`,
    ])
  })

  it.each([
    ['statusDuration', 'Waiting', {}],
    ['assigneeDuration', 'cleo', {}],
    ['groupDuration', 'devs', { groups: 'devs' }],
    ['transitionCount', 'Done-Open', {}],
    ['anyFieldCount', 'labels|x\\|y', { historyFields: 'labels' }],
    ['lastTransitionFromDate', 'Review', {}],
  ])('may be empty in this issue: %s, %s', async (columnsBy, column, own) => {
    const explanation = await explain(column, { columnsBy, ...own }, 'AB-3')
    expect([explanation.column.id, explanation.cell, explanation.parts]).toEqual([
      column,
      { value: '-', raw: null },
      [],
    ])
  })

  it('is reported together with all other errors', async () => {
    expect(await refused(explain(null, { columnsBy: 'statusDuration', calendar: 'night' }, 'AB-99'))).toEqual([
      expect.stringContaining('ERROR: calendar'),
      "ERROR: issueKey 'AB-99' is not the key of an issue.",
      'ERROR: column is required.',
    ])
  })
})
