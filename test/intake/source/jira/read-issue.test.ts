import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../../src/core/history/model.ts'
import { knownFields, learnNames } from '../../../../src/intake/source/jira/known-fields.ts'
import { runs } from '../../../support/sampling.ts'
import { changesOf, type Item, present, readSample, sample, shown } from './sample-issue.ts'

const CUSTOM = { fieldtype: 'custom' }
const custom = (fieldId: string) => ({ fieldtype: 'custom', fieldId })

function entitiesOf(observations: readonly Observation[], kind: string) {
  return observations
    .filter(({ entity }) => entity.kind === kind)
    .map(({ entity, authority }) => ({ ...entity, authority }))
}

describe('an issue', () => {
  it('has the data of its tracker', () => {
    const { history } = readSample(
      sample({
        summary: 'It breaks',
        description: 'Often.',
        updated: '2024-03-02T00:00:00.000+0000',
        resolutiondate: '2024-03-01T12:00:00.000Z',
        creator: { name: 'Ann', displayName: 'Ann A.' },
      }),
    )
    expect(history).toMatchObject({
      id: '10001',
      key: 'FCREPO-12',
      number: 12,
      project: { id: '7', key: 'FCREPO', name: 'Fedora' },
      created: Date.UTC(2024, 2, 1, 9),
      updated: Date.UTC(2024, 2, 2),
      resolved: Date.UTC(2024, 2, 1, 12),
      summary: 'It breaks',
      description: 'Often.',
      creator: 'ann',
      truncated: false,
      hasLog: true,
    })
  })

  it('without a project gets the one in its key, and a project without an id gets its key as id', () => {
    expect(readSample(sample({ project: undefined })).history.project).toEqual({
      id: 'FCREPO',
      key: 'FCREPO',
      name: 'FCREPO',
    })
    expect(readSample(sample({ project: { key: 'FCREPO' } })).history.project.id).toBe('FCREPO')
  })

  it('without an update time gets that of its last change, or else of its creation', () => {
    const changed = sample({}, [['status', '1', 'Open', '3', 'Done']], [['status', '3', 'Done', '1', 'Open']])
    expect(readSample(changed).history.updated).toBe(Date.UTC(2024, 2, 1, 9, 2))
    expect(readSample(sample({})).history.updated).toBe(Date.UTC(2024, 2, 1, 9))
  })

  it('is truncated when its changelog has fewer entries than its total', () => {
    const whole = sample({}, [['status', '1', 'Open', '3', 'Done']])
    expect(readSample(whole).history.truncated).toBe(false)
    expect(readSample({ ...whole, changelog: { ...whole.changelog, total: 2 } }).history.truncated).toBe(true)
  })

  it('may be truncated when it has the maximum number of entries of a response of Jira Cloud', () => {
    const entry: Item[] = [['status', '1', 'Open', '3', 'Done']]
    const entries = (count: number) => Array.from({ length: count }, () => entry)
    const cloud = { creator: { accountId: 'a1', displayName: 'Ann' } }
    const maybeCut = (fields: object, count: number) => readSample(sample({ ...fields }, ...entries(count))).maybeCut
    expect([39, 40, 41, 100].map(count => maybeCut(cloud, count))).toEqual([false, true, false, true])
    expect(maybeCut({ creator: { name: 'ann' } }, 40)).toBe(false)
  })

  it('has no log when the member changelog is missing; an empty changelog is a log', () => {
    const whole = sample({}, [['status', '1', 'Open', '3', 'Done']])
    const none = { truncated: false, hasLog: false, changes: [] }
    expect(readSample({ ...whole, changelog: undefined }).history).toMatchObject(none)
    expect(readSample({ ...whole, changelog: null }).history).toMatchObject(none)
    expect(readSample({ ...whole, changelog: { histories: [] } }).history).toMatchObject({ ...none, hasLog: true })
  })

  it('keeps the text of a rich-text description', () => {
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    const read = readSample(
      sample({ description: { type: 'doc', version: 1, content: [paragraph('a'), paragraph('b')] } }),
    )
    expect(read.history.description).toBe('a\nb')
    expect(present(read, 'description')).toBe('left out')
  })
})

describe('an invalid issue', () => {
  const whole = sample({})
  const entry = { id: '1', created: '2024-03-01T09:00:00Z', items: [{ field: 'status' }] }
  const withLog = (change: object) => ({ ...whole, changelog: { histories: [{ ...entry, ...change }] } })
  it.each([
    ['not an issue: it is no JSON object', 7],
    ['not an issue: it is no JSON object', [whole]],
    ['not an issue: it has no key', { id: '1' }],
    ["not an issue: 'FCREPO' is not an issue's key", { ...whole, key: 'FCREPO' }],
    ['not an issue: FCREPO-12 has no id', { ...whole, id: undefined }],
    ['not an issue: FCREPO-12 has no fields', { ...whole, fields: undefined }],
    ['not an issue but the answer of a tracker that failed: no such filter', { errorMessages: ['no such filter'] }],
    ['fields.created is missing', sample({ created: null })],
    ["fields.created '2020-13-45' is not a date-time", sample({ created: '2020-13-45' })],
  ])('is reported: %s', (reason, value) => {
    expect(() => readSample(value)).toThrow(expect.objectContaining({ name: 'InvalidIssue', reason }))
  })

  it.each([
    ["fields.updated 'soon' is not a date-time", sample({ updated: 'soon' })],
    [
      "fields.resolutiondate '2024-02-30T00:00:00Z' is not a date-time",
      sample({ resolutiondate: '2024-02-30T00:00:00Z' }),
    ],
    ['changelog has no list of histories', { ...whole, changelog: {} }],
    ["changelog.histories[0].created '5' is not a date-time", withLog({ created: 5 })],
    ['changelog.histories[0].created is missing', withLog({ created: null })],
    ['changelog.histories[0].items is not a list', withLog({ items: 5 })],
    ['changelog.histories[0].items[1] names no field', withLog({ items: [{ field: 'status' }, { to: '1' }] })],
    ['changelog.histories[0] is not an object', { ...whole, changelog: { histories: [5] } }],
  ])('is read without an invalid part: %s', (reason, value) => {
    const { history, leftOut } = readSample(value)
    expect(leftOut).toEqual([reason])
    expect(history.invalid).toHaveLength(1)
  })
})

describe('changes', () => {
  it('have an entry, an instant and an author, oldest first', () => {
    const issue = sample({}, [['status', '3', 'Done', '1', 'Open']], [['status', '1', 'Open', '3', 'Done']])
    const histories = [...issue.changelog.histories].reverse()
    const authored = histories.map((entry, i) => (i === 0 ? { ...entry, author: { name: 'ANN', key: 'k1' } } : entry))
    const { history } = readSample({ ...issue, changelog: { histories: authored } })
    expect(history.changes.map(({ at, entry, author }) => ({ at, entry, author }))).toEqual([
      { at: Date.UTC(2024, 2, 1, 9, 1), entry: '501', author: null },
      { at: Date.UTC(2024, 2, 1, 9, 2), entry: '502', author: 'k1' },
    ])
  })

  it.each([
    ['Fix Version', 'fixVersions'],
    ['Version', 'versions'],
    ['component', 'components'],
    ['type', 'issuetype'],
    ['Issue Type', 'issuetype'],
    ['Project', 'project'],
    ['IssueParentAssociation', 'parent'],
    ['Parent', 'parent'],
    ['STATUS', 'status'],
    ['Severity', 'Severity'],
  ])('of %s without field id belong to %s', (name, field) => {
    expect(changesOf(readSample(sample({}, [[name, '1', 'a', '2', 'b']])))).toEqual([`${field}: 1=a -> 2=b`])
  })

  it('with a field id belong to it', () => {
    const issue = sample({}, [['Story Points', null, null, null, '8', custom('customfield_10036')]])
    expect(changesOf(readSample(issue))).toEqual(['customfield_10036: - -> 8'])
  })

  it.each([
    'Workflow',
    'Link',
    'RemoteIssueLink',
    'RemoteWorkItemLink',
    'Attachment',
    'Comment',
    'WorklogId',
    'WorklogTimeSpent',
    'ProjectImport',
    'Key',
  ])('are not made of %s, unless a custom field is called so', name => {
    expect(changesOf(readSample(sample({}, [[name, '1', 'a', '2', 'b']])))).toEqual([])
    expect(changesOf(readSample(sample({}, [[name, '1', 'a', '2', 'b', CUSTOM]])))).toHaveLength(1)
  })

  it.each(['Epic Child', 'Rank', 'Global Rank'])('are not made of %s', name => {
    expect(changesOf(readSample(sample({}, [[name, '', '', '', 'Ranked higher', CUSTOM]])))).toEqual([])
  })

  it('of a custom field never belong to a system field of the same name', () => {
    expect(changesOf(readSample(sample({}, [['Type', '1', 'a', '2', 'b', CUSTOM]])))).toEqual(['Type: 1=a -> 2=b'])
  })

  it('of a custom field without id belong to the declared field with that name', () => {
    const known = knownFields([{ id: 'customfield_5', name: 'Story points', kind: 'number', multi: false }])
    const issue = sample({ customfield_5: 8 }, [['Story Points', null, '3.0', null, '8.0', CUSTOM]])
    expect(changesOf(readSample(issue, known))).toEqual(['customfield_5: 3 -> 8'])
  })

  it('of a name of two custom fields belong to neither', () => {
    const known = knownFields([])
    learnNames(known, { customfield_5: 'Team', customfield_6: 'Team' })
    expect(changesOf(readSample(sample({}, [['Team', null, 'a', null, 'b', CUSTOM]]), known))).toEqual(['Team: a -> b'])
  })

  it('of a name that a page declares belong to that field', () => {
    const known = knownFields([])
    learnNames(known, { customfield_5: 'Team', customfield_6: 'Epic Link' })
    const issue = sample({}, [['team', null, 'a', null, 'b', CUSTOM]], [['Epic Link', null, null, '9', 'A-1', CUSTOM]])
    expect(changesOf(readSample(issue, known))).toEqual(['customfield_5: a -> b', 'customfield_6: - -> 9=A-1'])
  })
})

describe('a duplicate in the log', () => {
  const change: Item = ['issuetype', '1', 'Bug', '3', 'Task']

  it('is one change when it is logged with both names of a field', () => {
    const read = readSample(sample({}, [['type', '1', 'Bug', '3', 'Task'], change]))
    expect(changesOf(read)).toEqual(['issuetype: 1=Bug -> 3=Task'])
  })

  it('is one entry when pages of the log overlap, and counts once against the total', () => {
    const issue = sample({}, [change], [['issuetype', '3', 'Task', '1', 'Bug']], [change])
    const histories = [0, 1, 0, 1].map(i => issue.changelog.histories[i]!)
    const read = readSample({ ...issue, changelog: { histories, total: 3 } })
    expect(changesOf(read)).toEqual(['issuetype: 1=Bug -> 3=Task', 'issuetype: 3=Task -> 1=Bug'])
    expect(read.history.truncated).toBe(true)
  })
})

describe('single values', () => {
  it('use the id as label, or the label as id, when one is missing', () => {
    const issue = sample({}, [['priority', null, 'High', '3', '']], [['priority', '3', null, '', '']])
    expect(changesOf(readSample(issue))).toEqual(['priority: High -> 3', 'priority: 3 -> -'])
  })

  it('get the id that the same label has in the present value or in another change', () => {
    const now = sample({ customfield_1: { id: '77', value: 'Needed' } }, [
      ['Docs', null, 'Needed', null, 'Done', custom('customfield_1')],
      ['Docs', '88', 'Done', '77', 'Needed', custom('customfield_1')],
    ])
    expect(changesOf(readSample(now))).toEqual([
      'customfield_1: 77=Needed -> 88=Done',
      'customfield_1: 88=Done -> 77=Needed',
    ])
  })

  it('that are present without an id get it from the history', () => {
    const issue = sample({ customfield_14: 'K5-4' }, [
      ['Epic Link', null, null, '20710', 'K5-4', custom('customfield_14')],
    ])
    expect(present(readSample(issue), 'customfield_14')).toBe('20710=K5-4')
  })

  it('never get an id from another issue', () => {
    const known = knownFields([])
    readSample(sample({}, [['Docs', null, null, '77', 'Needed', CUSTOM]]), known)
    expect(changesOf(readSample(sample({}, [['Docs', null, null, null, 'Needed', CUSTOM]]), known))).toEqual([
      'Docs: - -> Needed',
    ])
  })

  it('that are long texts have a hash for an id, the same for the same text', () => {
    const text = 'x'.repeat(201)
    const read = readSample(sample({ description: text }, [['description', null, 'x'.repeat(200), null, text]]))
    const [change] = read.history.changes
    expect(change?.from[0]?.id).toBe('x'.repeat(200))
    expect(change?.to[0]).toEqual({ id: expect.stringMatching(/^sha256:[0-9a-f]{16}$/), label: text })
    expect(read.history.present.get('description')).toEqual(change?.to)
  })

  it('that are numbers are the same however they are written', () => {
    const points = (fromLabel: string, toLabel: string): Item => [
      'P',
      null,
      fromLabel,
      null,
      toLabel,
      custom('customfield_3'),
    ]
    const read = readSample(sample({ customfield_3: 8 }, [points('', '8')], [points('8', '8.0')]))
    expect(changesOf(read)).toEqual(['customfield_3: - -> 8', 'customfield_3: 8 -> 8'])
    expect(present(read, 'customfield_3')).toBe('8')
    expect(present(readSample(sample({ timespent: 3600 }, [])), 'timespent')).toBe('3600')
  })

  it('that are numbers are recognized even without a present value', () => {
    const issue = sample({ customfield_3: null }, [['P', null, '2.50', null, '8.0', custom('customfield_3')]])
    expect(changesOf(readSample(issue))).toEqual(['customfield_3: 2.5 -> 8'])
  })

  it('that are dates are days', () => {
    const read = readSample(
      sample({ duedate: '2009-07-25', customfield_15: '2020-06-12' }, [
        ['duedate', null, '2009-04-28 00:00:00.0', '2009-07-25', '25/Jul/09'],
        ['Start date', null, null, '2020-06-12', '12/Jun/20', custom('customfield_15')],
      ]),
    )
    expect(changesOf(read)).toEqual(['duedate: 2009-04-28 -> 2009-07-25', 'customfield_15: - -> 2020-06-12'])
    expect(present(read, 'customfield_15')).toBe('2020-06-12')
  })

  it('that are instants are written in UTC', () => {
    const read = readSample(
      sample({ customfield_9: '2020-06-18T08:51:38.596+0800' }, [
        ['Seen', null, null, '2020-06-18T08:51:38+0800', '18/Jun/20 8:51 AM', custom('customfield_9')],
      ]),
    )
    expect(changesOf(read)).toEqual(['customfield_9: - -> 2020-06-18T00:51:38.000Z'])
    expect(present(read, 'customfield_9')).toBe('2020-06-18T00:51:38.596Z')
  })

  it('of a cascading select are both levels, with the id of the lower one', () => {
    const read = readSample(
      sample({ customfield_2: { id: '1', value: 'Disk', child: { id: '11', value: 'SSD' } } }, [
        [
          'Part',
          null,
          'Parent values: Disk(1)',
          null,
          'Parent values: Disk(1)Level 1 values: SSD(11)',
          custom('customfield_2'),
        ],
      ]),
    )
    expect(changesOf(read)).toEqual(['customfield_2: 1=Disk -> 11=Disk - SSD'])
    expect(present(read, 'customfield_2')).toBe('11=Disk - SSD')
  })
})

describe('several values', () => {
  it('of versions and components are logged one by one, with or without commas', () => {
    const issue = sample({}, [
      ['Fix Version', '1', '1.0, final', null, null],
      ['Component', null, null, 'core, ui', 'core, ui'],
    ])
    expect(changesOf(readSample(issue))).toEqual(['fixVersions: 1=1.0, final -> -', 'components: - -> core, ui'])
  })

  it('of labels are logged as a whole set', () => {
    const read = readSample(sample({ labels: ['b', 'c'] }, [['labels', null, 'a b', null, 'b  c']]))
    expect(changesOf(read)).toEqual(['labels: a | b -> b | c'])
    expect(present(read, 'labels')).toBe('b | c')
  })

  it('of sprints get names when there are as many names as ids', () => {
    const issue = sample({}, [['Sprint', '', '', '1, 2', 'Sprint 1, Sprint 2', CUSTOM]])
    expect(changesOf(readSample(issue))).toEqual(['sprint: - -> 1=Sprint 1 | 2=Sprint 2'])
  })

  it('of sprints whose names contain commas are cut by the names in the issue', () => {
    const issue = sample(
      { customfield_20: [{ id: 1, name: 'One, two', state: 'closed' }] },
      [['Sprint', '', '', '1, 2', 'One, two, three, four', custom('customfield_20')]],
      [['Sprint', '1', 'One, two', '', '', custom('customfield_20')]],
    )
    expect(changesOf(readSample(issue))).toEqual(['sprint: - -> 1=One, two | 2=three, four', 'sprint: 1=One, two -> -'])
  })

  it.each([
    ['[10019, 10020]', 'a,b', '10019=a | 10020=b'],
    ['[10019, 10020]', '[a, b]', '10019=a | 10020=b'],
    ['10019', 'a, b', '10019=a, b'],
    ['[10019]', 'Impediment', '10019=Impediment'],
    [null, '[a, b]', 'a | b'],
    [null, 'a,b', 'a | b'],
  ])('of a multiple choice may be written %s and %s', (to, label, values) => {
    const issue = sample({ customfield_21: [] }, [['Choice', null, null, to, label, custom('customfield_21')]])
    expect(changesOf(readSample(issue))).toEqual([`customfield_21: - -> ${values}`])
  })

  it('are recognized by brackets when nothing else describes the field', () => {
    const issue = sample(
      {},
      [['Theme', null, null, null, '[a, b]', CUSTOM]],
      [['Flag', null, null, '[19]', 'On', CUSTOM]],
    )
    const read = readSample(issue)
    expect(changesOf(read)).toEqual(['Theme: - -> a | b', 'Flag: - -> 19=On'])
    expect(entitiesOf(read.observations, 'field').slice(1)).toEqual(
      ['Theme', 'Flag'].map(id => expect.objectContaining({ id, multi: true, type: 'option', authority: 'history' })),
    )
  })

  it('of user lists are their ids in lower case', () => {
    const known = knownFields([{ id: 'customfield_8', name: 'Reviewers', kind: 'user', multi: true }])
    const issue = sample({ customfield_8: [{ name: 'Ann', displayName: 'Ann A.' }] }, [
      ['Reviewers', null, null, '[Ann, Bob]', '[Ann A., Bob B.]', custom('customfield_8')],
    ])
    expect(changesOf(readSample(issue, known))).toEqual(['customfield_8: - -> ann=Ann A. | bob=Bob B.'])
    expect(present(readSample(issue, known), 'customfield_8')).toBe('ann=Ann A.')
  })
})

describe('present values', () => {
  it('have no resolution while the issue is unresolved, although its project hides the field', () => {
    const resolved: Item[] = [['resolution', null, null, '1', 'Fixed']]
    expect(present(readSample(sample({ resolutiondate: null }, resolved)), 'resolution')).toBe('-')
    // Only the log shows it.
    expect(present(readSample(sample({}, resolved)), 'resolution')).toBe('left out')
    const date = '2024-03-01T12:00:00.000+0100'
    expect(present(readSample(sample({ resolutiondate: date }, resolved)), 'resolution')).toBe('left out')
  })

  it('are empty for null, and omitted when the export omits the field', () => {
    const read = readSample(sample({ assignee: null, fixVersions: [] }))
    expect([present(read, 'assignee'), present(read, 'fixVersions'), present(read, 'labels')]).toEqual([
      '-',
      '-',
      'left out',
    ])
  })

  it('use the name as id when the tracker has no ids; an empty name is no value', () => {
    const read = readSample(
      sample({ issuetype: { name: 'Bug' }, priority: { name: '' }, components: [{ name: 'ui' }] }),
    )
    expect([present(read, 'issuetype'), present(read, 'priority'), present(read, 'components')]).toEqual([
      'Bug',
      '-',
      'ui',
    ])
  })

  it('of project and parent have the label that users know', () => {
    const read = readSample(sample({ parent: { id: '9', key: 'FCREPO-1', fields: {} } }))
    expect([present(read, 'project'), present(read, 'parent')]).toEqual(['7=Fedora', '9=FCREPO-1'])
  })

  it.each([
    ['progress', { progress: 0, total: 0 }],
    ['votes', { votes: 0 }],
    ['workratio', -1],
    ['aggregatetimespent', 5],
    ['timetracking', {}],
    ['created', '2024-03-01T10:00:00.000+0100'],
    ['statuscategorychangedate', '2024-03-01T10:00:00.000+0100'],
    ['subtasks', [{ id: '5', key: 'FCREPO-13' }]],
    ['customfield_19', '0|i000db:'],
    ['customfield_19', '{}'],
    ['customfield_19', '{pullrequest={dataType=pullrequest}}'],
    ['customfield_19', '3_*:*_1_*:*_1294387'],
    ['customfield_19', { hasEpicLinkFieldDependency: false }],
    ['customfield_19', [{ unheardOf: 1 }]],
    ['customfield_19', true],
  ])('do not come from %s: %j', (field, value) => {
    expect(present(readSample(sample({ [field]: value })), field)).toBe('left out')
  })

  it('that a person wrote are kept even if they look like internal data of the tracker', () => {
    expect(present(readSample(sample({ summary: '{}' })), 'summary')).toBe('{}')
    expect(present(readSample(sample({ customfield_1: '{code}x{code}' })), 'customfield_1')).toBe('{code}x{code}')
  })

  it.each([
    ['option', { id: '1', value: 'x' }, false],
    ['user', { accountId: 'a', displayName: 'A' }, false],
    ['user', { name: 'a', displayName: 'A', active: true }, false],
    ['number', 3, false],
    ['date', '2024-03-01', false],
    ['datetime', '2024-03-01T10:00:00.000+0100', false],
    ['text', 'words', false],
    ['option', [{ id: '1', value: 'x' }], true],
    ['user', [{ accountId: 'a', displayName: 'A' }], true],
    ['label', ['x'], true],
    ['version', { id: '1', name: '1.0', released: true, archived: false }, false],
    ['issue', { id: '1', key: 'A-1', fields: {} }, false],
  ])('show that a custom field holds %s values: %j', (type, value, multi) => {
    const known = knownFields([])
    learnNames(known, { customfield_1: 'Mine' })
    const fields = entitiesOf(readSample(sample({ customfield_1: value }), known).observations, 'field')
    expect(fields).toContainEqual(
      expect.objectContaining({ id: 'customfield_1', name: 'Mine', type, multi, authority: 'present' }),
    )
  })
})

describe('the sprint field', () => {
  const old =
    'com.atlassian.greenhopper.service.sprint.Sprint@4a655f6a[rapidViewId=13,state=CLOSED,name=Sprint 3, with = and comma,' +
    'goal=a,b,startDate=2014-01-06T15:17:30.953Z,endDate=2014-01-17T15:17:00.000Z,completeDate=2014-01-17T21:22:55.111Z,id=8]'

  it('has the same id whether or not the issue has a sprint', () => {
    const change: Item = ['Sprint', '', '', '8', 'S', CUSTOM]
    const [shows, doesNot] = [{ customfield_20: [old] }, { customfield_20: null }].map(fields =>
      readSample(sample(fields, [change])),
    )
    expect(changesOf(doesNot!)).toEqual(['sprint: - -> 8=S'])
    expect(changesOf(shows!)).toEqual(['sprint: - -> 8=S'])
    expect(present(shows!, 'sprint')).toBe('8=Sprint 3, with = and comma')
  })

  it('keeps the id of the tracker as an alias', () => {
    const { observations } = readSample(sample({ customfield_20: [old] }))
    expect(entitiesOf(observations, 'field')).toContainEqual({
      kind: 'field',
      id: 'sprint',
      name: 'Sprint',
      type: 'sprint',
      multi: true,
      alias: 'customfield_20',
      authority: 'present',
    })
  })

  it('is empty when the id of the tracker is declared', () => {
    const known = knownFields([{ id: 'sprint', name: 'Sprint', kind: 'sprint', multi: true, alias: 'customfield_20' }])
    expect(present(readSample(sample({ customfield_20: null }), known), 'sprint')).toBe('-')
  })

  it('has the sprints of all fields, once each', () => {
    const fields = {
      sprint: { id: 9, name: 'S9', state: 'active' },
      closedSprints: [{ id: 8, name: 'S8', state: 'closed' }],
      customfield_20: [
        { id: 8, name: 'S8', state: 'closed' },
        { id: 9, name: 'S9', state: 'active' },
      ],
    }
    expect(
      present(readSample(sample(fields)), 'sprint')
        .split(' | ')
        .sort(),
    ).toEqual(['8=S8', '9=S9'])
  })

  it('observes sprints in both formats', () => {
    const expected = {
      kind: 'sprint',
      id: '8',
      name: 'Sprint 3, with = and comma',
      state: 'closed',
      start: Date.parse('2014-01-06T15:17:30.953Z'),
      end: Date.parse('2014-01-17T15:17:00.000Z'),
      completed: Date.parse('2014-01-17T21:22:55.111Z'),
      authority: 'present',
    }
    const { name, start, end, completed } = expected
    const form = {
      id: 8,
      name,
      state: 'closed',
      startDate: new Date(start).toISOString(),
      endDate: new Date(end).toISOString(),
      completeDate: new Date(completed).toISOString(),
    }
    for (const sprint of [old, form]) {
      expect(entitiesOf(readSample(sample({ customfield_20: [sprint] })).observations, 'sprint')).toEqual([expected])
    }
  })
})

describe('the last entry of a log', () => {
  const entryAt = (minute: number) => Date.UTC(2024, 2, 1, 9, minute)
  const done: Item = ['status', '1', 'Open', '3', 'Done']

  it.each<[string, Item]>([
    ['a link', ['Link', null, null, 'AB-2', 'This issue blocks AB-2']],
    ['an attachment', ['Attachment', null, null, '10400', 'log.txt']],
    ['a rank', ['Rank', '', '', '', 'Ranked higher']],
    ['an unset value without a text', ['Story Points', '5', null, null, null, { fieldtype: 'custom' }]],
    ['a text', ['description', null, 'Often.', null, 'Often, and loudly.']],
  ])('is that of any field that changes: %s', (_, item) => {
    expect(readSample(sample({}, [done], [item])).history.lastEntry).toBe(entryAt(2))
  })

  it.each<[string, Item[]]>([
    ['no item', []],
    ['equal ids with other texts', [['status', '3', 'Done', '3', 'Closed']]],
    ['equal texts without ids', [['Rank', '', 'Ranked higher', '', 'Ranked higher']]],
    ['an id that is added to the same text', [['status', null, 'Done', '3', 'Done']]],
    ['nothing', [['Link', null, null, null, '']]],
  ])('changes something: one with %s does not count', (_, items) => {
    expect(readSample(sample({}, [done], items)).history.lastEntry).toBe(entryAt(1))
  })

  it('does not exist in a log without changes', () => {
    expect(readSample(sample({})).history.lastEntry).toBeNull()
  })
})

describe('people', () => {
  it.each([
    [
      { accountId: 'A1', displayName: 'Ann' },
      { id: 'a1', accountId: 'A1', name: null, displayName: 'Ann' },
    ],
    [
      { name: 'Ann', key: 'K1' },
      { id: 'k1', name: 'Ann', key: 'K1', displayName: 'Ann' },
    ],
    [
      { key: 'K1', active: false },
      { id: 'k1', key: 'K1', active: false, displayName: 'K1' },
    ],
    [
      { name: 'ann', emailAddress: 'a@b.c', timeZone: 'Etc/GMT' },
      { id: 'ann', email: 'a@b.c', timeZone: 'Etc/GMT' },
    ],
  ])('%j keep their spellings, and have an id in lower case', (user, person) => {
    const read = readSample(sample({ assignee: user }))
    expect(entitiesOf(read.observations, 'person')).toEqual([
      expect.objectContaining({ ...person, authority: 'present' }),
    ])
    expect(read.history.present.get('assignee')?.[0]?.id).toBe(person.id)
  })

  it('are identified by their user key when the tracker has keys, as in its histories', () => {
    const change: Item[] = [['assignee', 'jirauser1', 'Ann A.', 'JIRAUSER2', 'Bob']]
    const read = readSample(sample({ assignee: { name: 'ann', key: 'JIRAUSER1' } }, change))
    expect(read.history.present.get('assignee')?.[0]?.id).toBe('jirauser1')
    expect(changesOf(read)).toEqual(['assignee: jirauser1=Ann A. -> jirauser2=Bob'])
  })

  it('of a history keep their spelling as account id on Cloud, or else as key', () => {
    const change: Item[] = [['assignee', null, null, 'XyZ', 'Ann']]
    const server = readSample(sample({}, change))
    const cloud = readSample(sample({ reporter: { accountId: 'r' } }, change))
    expect(entitiesOf(server.observations, 'person')).toMatchObject([{ id: 'xyz', key: 'XyZ', accountId: null }])
    expect(entitiesOf(cloud.observations, 'person')[1]).toMatchObject({ id: 'xyz', key: null, accountId: 'XyZ' })
  })
})

describe('observations', () => {
  it('describe a present status with its category, and a past one at its last occurrence', () => {
    const { observations } = readSample(
      sample(
        {
          status: { id: '3', name: 'Done', statusCategory: { key: 'done' } },
          updated: '2024-04-01T00:00:00.000Z',
        },
        [['status', '1', 'Open', '3', 'Closed']],
        [['status', '3', 'Closed', '3', 'Finished']],
      ),
    )
    const statuses = observations.filter(({ entity }) => entity.kind === 'status')
    const at = (minute: number) => Date.UTC(2024, 2, 1, 9, minute)
    expect(statuses).toEqual([
      {
        entity: { kind: 'status', id: '3', name: 'Done', category: 'done' },
        authority: 'present',
        at: Date.UTC(2024, 3, 1),
      },
      { entity: { kind: 'status', id: '1', name: 'Open', category: null }, authority: 'history', at: at(1) },
      { entity: { kind: 'status', id: '3', name: 'Finished', category: null }, authority: 'history', at: at(2) },
    ])
  })

  it('describe all other entities with a dictionary', () => {
    const { observations } = readSample(
      sample({
        issuetype: { id: '1', name: 'Sub-task', subtask: true },
        priority: { id: '2', name: 'High' },
        resolution: { id: '3', name: 'Fixed' },
        components: [{ id: '4', name: 'ui' }],
        fixVersions: [{ id: '5', name: '1.0', released: true, archived: false, releaseDate: '2024-01-01' }],
      }),
    )
    const found = observations.filter(({ entity }) => entity.kind !== 'field').map(({ entity }) => entity)
    expect(found).toEqual([
      { kind: 'type', id: '1', name: 'Sub-task', subtask: true, hierarchyLevel: null },
      { kind: 'priority', id: '2', name: 'High' },
      { kind: 'resolution', id: '3', name: 'Fixed' },
      { kind: 'component', id: '4', name: 'ui', projectId: '7' },
      {
        kind: 'version',
        id: '5',
        name: '1.0',
        projectId: '7',
        released: true,
        archived: false,
        releaseDate: '2024-01-01',
      },
    ])
  })

  it.each([
    ['an epic of Jira Cloud', 1, 1],
    ['a standard issue', 0, 0],
    ['a sub-task', -1, -1],
    ['a level that is not a number', '1', null],
    ['a level of more than 32 bits', 2 ** 31, null],
    ['Jira Server, which has no levels', undefined, null],
  ])('have the level of the issue type of %s', (_, hierarchyLevel, level) => {
    const { observations } = readSample(sample({ issuetype: { id: '1', name: 'A', subtask: false, hierarchyLevel } }))
    expect(entitiesOf(observations, 'type')).toEqual([expect.objectContaining({ id: '1', hierarchyLevel: level })])
  })

  it('combine the name of a field in one issue with its kind in another', () => {
    const known = knownFields([])
    readSample(sample({}, [['Points', null, null, null, 'many', custom('customfield_3')]]), known)
    const { observations } = readSample(sample({ customfield_3: 5 }), known)
    expect(entitiesOf(observations, 'field')).toContainEqual(
      expect.objectContaining({ id: 'customfield_3', name: 'Points', type: 'number', authority: 'present' }),
    )
  })
})

describe('laws of reading an issue', () => {
  const text = fc.option(
    fc.constantFrom('', '1', '[1, 2]', 'a', 'a, b', '[a, b]', '2024-03-01', '8.0', 'x'.repeat(300)),
  )
  const field = fc.constantFrom(
    'status',
    'Fix Version',
    'labels',
    'Sprint',
    'assignee',
    'duedate',
    'Mine',
    'customfield_1',
  )
  const item = fc.tuple(field, text, text, text, text).map((parts): Item => parts)
  const held = fc.oneof(text, fc.jsonValue(), fc.constant([{ id: '1', value: 'a' }]))
  const issues = fc
    .tuple(
      fc.record({ customfield_1: held, labels: held, status: held, duedate: held }),
      fc.array(fc.array(item), { maxLength: 5 }),
    )
    .map(([fields, entries]) => sample(fields, ...entries))

  it('other issues never affect a history', () => {
    fc.assert(
      fc.property(fc.array(issues, { maxLength: 4 }), issues, (others, issue) => {
        const known = knownFields([])
        for (const other of others) readSample(other, known)
        expect(readSample(issue, known).history).toEqual(readSample(issue).history)
      }),
      runs(50),
    )
  })

  it('a single-valued system field never has two values, and every value has an id and a label', () => {
    fc.assert(
      fc.property(issues, issue => {
        const { history } = readSample(issue)
        for (const { field, from, to } of history.changes) {
          if (['status', 'assignee', 'duedate'].includes(field))
            expect(Math.max(from.length, to.length)).toBeLessThan(2)
          for (const value of [...from, ...to]) expect(value.id !== '' && value.label !== '', shown([value])).toBe(true)
        }
      }),
      runs(100),
    )
  })
})
