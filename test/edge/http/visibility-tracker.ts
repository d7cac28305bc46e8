import type { Store } from '../../../src/store/engine/store.ts'
import { sql } from '../../../src/store/sql/sql.ts'
import { importIssues } from '../../support/import-jira.ts'
import { NOW } from './small-tracker.ts'

/**
 * A tracker with two projects that everybody may browse, OPN and PUB, and hidden issues: those of a third project,
 * ZQXHID, or issues of OPN with a security level.
 *
 * Every hidden name contains `zqx`, and every id `97531`, except ids that must equal those of something visible of
 * another kind: trackers number each kind separately.
 */
export const CANARY = /zqx|97531/i

type Json = Readonly<Record<string, unknown>>

const OPN = { id: '100', key: 'OPN', name: 'Open Harbour' }
const PUB = { id: '200', key: 'PUB', name: 'Public Garden' }
const HID = { id: '9753100', key: 'ZQXHID', name: 'Zqx Canary Works' }

const NAMES: Readonly<Record<string, string>> = {
  1: 'Open',
  3: 'Doing',
  4: 'Parked',
  5: 'Done',
  9753110: 'Zqx Vault',
  9753111: 'Zqx Gone',
}

const PEOPLE: Readonly<Record<string, Json>> = {
  ann: { name: 'ann', key: 'KEY-ann', displayName: 'Ann Archer', emailAddress: 'ann@example.org', active: true },
  bob: { name: 'bob', key: 'KEY-bob', displayName: 'Bob Baker', emailAddress: 'bob@example.org', active: true },
  zqxlogin: {
    name: 'zqxlogin',
    key: 'ZQXKEY9753120',
    displayName: 'Zqx Person',
    emailAddress: 'zqxmail@example.org',
    active: true,
  },
  zqxauthor: {
    name: 'zqxauthor',
    key: 'ZQXKEY9753121',
    displayName: 'Zqx Author',
    emailAddress: 'zqxauthor@example.org',
    active: true,
  },
}

/** Whether the tracker has the hidden issues, and whether they are those of a project or have a security level. */
export interface Kind {
  readonly withHidden: boolean
  readonly hidden: 'project' | 'level'
}

/** Returns the key of the n-th hidden issue. */
export function hiddenKey({ hidden }: Pick<Kind, 'hidden'>, n: number): string {
  return hidden === 'project' ? `ZQXHID-${n}` : `OPN-97531${n}`
}

const isHidden = (thing: unknown) => CANARY.test(JSON.stringify(thing))

function listsOf({ withHidden }: Kind) {
  const only = <T>(things: T[]) => things.filter(thing => withHidden || !isHidden(thing))
  const custom = (id: string, name: string, schema: Json) => ({ id, name, custom: true, schema })
  return {
    statuses: only([
      { id: '1', name: 'Open', statusCategory: { key: 'new' } },
      { id: '9753110', name: 'Zqx Vault', statusCategory: { key: 'indeterminate' } },
      { id: '3', name: 'Doing', statusCategory: { key: 'indeterminate' } },
      { id: '5', name: 'Done', statusCategory: { key: 'done' } },
    ]),
    users: only(Object.values(PEOPLE)),
    groups: [
      { name: 'builders', members: only(['ann', 'zqxlogin']) },
      { name: 'planners', members: ['bob'] },
      ...only([{ name: 'zqx-staff', members: ['zqxlogin', 'zqxauthor'] }]),
    ],
    fields: only([
      { id: 'priority', name: 'Priority', schema: { type: 'priority' } },
      custom('customfield_20', 'Epic Link', { type: 'any', custom: 'x:gh-epic-link' }),
      custom('customfield_21', 'Client', { type: 'project', custom: 'x:project' }),
      custom('customfield_22', 'Related', { type: 'array', items: 'issuelink', custom: 'x:issues' }),
      custom('customfield_23', 'Tier', { type: 'option', custom: 'x:select' }),
      custom('customfield_24', 'Sprint', { type: 'array', items: 'json', custom: 'x:gh-sprint' }),
      custom('customfield_25', 'Clue', { type: 'string', custom: 'x:textfield' }),
      custom('customfield_26', 'Points', { type: 'number', custom: 'x:float' }),
      custom('customfield_27', 'Go-live', { type: 'date', custom: 'x:datepicker' }),
      custom('customfield_28', 'Approver', { type: 'user', custom: 'x:userpicker' }),
      custom('customfield_9753130', 'Zqx Clearance', { type: 'option', custom: 'x:select' }),
      custom('customfield_9753131', 'Zqx Story', { type: 'string', custom: 'x:textfield' }),
    ]),
  }
}

/** Returns the saved queries of the tracker; all that name something hidden have canaries in their names. */
export function filtersOf(kind: Kind): Json[] {
  const { withHidden } = kind
  const key = hiddenKey(kind, 1)
  const all = [
    { id: '1', name: 'All open', jql: 'status = Open' },
    { id: '2', name: 'Of the harbour', jql: 'project = OPN and labels = dock' },
    { id: '3', name: 'Two in one', jql: 'filter = "All open" or filter = "Of the harbour"' },
    ...[
      'project = ZQXHID',
      'project = 9753100',
      `key = ${key}`,
      'status = "Zqx Vault"',
      'status was "Zqx Gone"',
      'assignee = zqxlogin',
      'reporter in membersOf("zqx-staff")',
      '"Zqx Clearance" is not empty',
      '"Zqx Clearance" = "Zqx Secret"',
      'Tier = "Zqx Tier"',
      'labels = zqxlabel',
      'labels not in (dock, zqxlabel)',
      'fixVersion = "Zqx 1.0"',
      'component = "Zqx Engine"',
      'sprint = "Zqx Sprint"',
      'resolution = "Zqx Declined"',
      'priority = "Zqx Urgent"',
      'type = "Zqx Incident"',
      'summary ~ "Zqx Canary Works"',
      `parent = ${key}`,
      'status = Open order by "Zqx Clearance"',
      'filter = "zqx 1"',
      'filter = "zqx 11"',
    ].map((jql, i) => ({ id: String(9753160 + i), name: `zqx ${i + 1}`, jql })),
  ]
  return all.filter(filter => withHidden || !isHidden(filter))
}

type Item = Readonly<Record<string, string | null>>

let entries = 0

function at(instant: string, who: string, ...items: readonly Item[]) {
  return { id: String(++entries), created: `${instant}:00.000+0000`, author: PEOPLE[who], items }
}

function change(field: string, from: readonly [string, string] | null, to: readonly [string, string] | null): Item {
  return {
    field,
    fieldId: field,
    from: from?.[0] ?? null,
    fromString: from?.[1] ?? null,
    to: to?.[0] ?? null,
    toString: to?.[1] ?? null,
  }
}

const moved = (from: number, to: number) => change('status', [String(from), NAMES[from]!], [String(to), NAMES[to]!])

interface Sketch {
  readonly id: string
  readonly key: string
  readonly status?: number
  readonly who?: string
  readonly summary?: string
  readonly more?: Json
  readonly log?: readonly ReturnType<typeof at>[]
}

function issue(project: typeof OPN, { id, key, status = 1, who = 'ann', summary, more, log = [] }: Sketch) {
  const fields = {
    summary: summary ?? `Issue ${key}`,
    description: 'Paint the fence',
    project,
    created: '2024-02-01T00:00:00.000+0000',
    updated: log.at(-1)?.created ?? '2024-02-01T00:00:00.000+0000',
    status: { id: String(status), name: NAMES[status] },
    priority: { id: '2', name: 'High' },
    issuetype: { id: '1', name: 'Task', subtask: false },
    assignee: PEOPLE[who],
    reporter: PEOPLE[who],
    creator: PEOPLE[who],
    fixVersions: [],
    components: [],
    labels: [],
    parent: null,
    resolution: null,
    ...more,
  }
  return { id, key, fields, changelog: { total: log.length, histories: log } }
}

const linked = (id: string, key: string) => ({ id, key, fields: { summary: 'Linked' } })
const V_OPN = { id: '501', name: '1.0', released: true, archived: false }
const V_HID = { id: '9753140', name: 'Zqx 1.0', released: false, archived: false }
const V_SAME = { id: '9753141', name: '1.0', released: false, archived: false }
const C_HID = { id: '9753142', name: 'Zqx Engine' }

/** Returns the visible issues; without the hidden ones they have no trace of them. */
function visibleIssues(kind: Kind) {
  const { withHidden, hidden } = kind
  const key = (n: number) => hiddenKey(kind, n)
  const only = <T>(thing: T): T | null => (withHidden ? thing : null)
  const links = (...all: ReturnType<typeof linked>[]) => all.filter(one => withHidden || !isHidden(one))
  const log = (...all: (ReturnType<typeof at> | null)[]) => all.filter(one => one !== null)
  return [
    // Its id is that of the hidden project.
    issue(OPN, {
      id: '9753100',
      key: 'OPN-1',
      status: 5,
      more: {
        fixVersions: [V_OPN],
        labels: ['dock', 'big'],
        customfield_23: { id: '31', value: 'Gold' },
        customfield_24: [{ id: 41, name: 'Sprint one', state: 'closed', startDate: '2024-01-02T00:00:00Z' }],
        customfield_26: 3,
        customfield_27: '2024-03-05',
        customfield_28: PEOPLE.bob,
        components: [{ id: '61', name: 'Quay' }],
        resolution: { id: '71', name: 'Fixed' },
        resolutiondate: '2024-02-05T00:00:00.000+0000',
      },
      log: [at('2024-02-02T00:00', 'bob', moved(1, 3)), at('2024-02-05T00:00', 'ann', moved(3, 5))],
    }),
    issue(OPN, {
      id: '102',
      key: 'OPN-2',
      status: 3,
      who: 'bob',
      summary: 'Search the quay',
      more: {
        customfield_20: 'PUB-1',
        customfield_21: PUB,
        customfield_25: 'under the mat',
        parent: linked('201', 'PUB-1'),
      },
      log: [
        at('2024-02-03T00:00', 'bob', moved(1, 4)),
        at('2024-02-04T00:00', 'bob', moved(4, 3), change('parent', null, ['201', 'PUB-1'])),
      ],
    }),
    // Child of one hidden issue, then of another.
    issue(OPN, {
      id: '103',
      key: 'OPN-3',
      more: { parent: only(linked('9753171', key(1))) },
      log: log(
        only(at('2024-02-06T00:00', 'ann', change('parent', null, ['9753172', key(2)]))),
        only(at('2024-02-07T00:00', 'ann', change('parent', ['9753172', key(2)], ['9753171', key(1)]))),
        at('2024-02-09T00:00', 'bob', change('summary', ['', 'Was'], ['', 'Issue OPN-3'])),
      ),
    }),
    // In a visible epic, then in a hidden one, then in a visible one again.
    issue(OPN, {
      id: '104',
      key: 'OPN-4',
      more: { customfield_20: 'PUB-1' },
      log: [
        at('2024-02-06T00:00', 'ann', epic(['102', 'OPN-2'], only(['9753171', key(1)]))),
        at('2024-02-08T00:00', 'ann', epic(only(['9753171', key(1)]), ['201', 'PUB-1'])),
      ],
    }),
    issue(OPN, { id: '105', key: 'OPN-5', more: { customfield_20: only(key(3)), customfield_21: only(HID) } }),
    // Child of an issue that was hidden at that time.
    issue(OPN, { id: '106', key: 'OPN-6', more: { parent: only(linked('207', 'ZQXHID-5')) } }),
    // Child of a hidden issue whose id is that of a visible project, and parent of one whose project's id is that of an
    // issue.
    issue(OPN, {
      id: '107',
      key: 'OPN-7',
      who: 'bob',
      more: {
        parent: only(linked('200', key(4))),
        customfield_22: links(linked('9753172', key(2)), linked('102', 'OPN-2')),
      },
      log: log(
        only(at('2024-02-05T00:00', 'bob', related('9753172', key(2), null))),
        at('2024-02-07T00:00', 'bob', related('102', 'OPN-2', null)),
      ),
    }),
    issue(PUB, {
      id: '201',
      key: 'PUB-1',
      status: 3,
      more: { labels: ['dock'], priority: { id: '4', name: 'Low' } },
      log: [at('2024-02-20T00:00', 'ann', moved(1, 3))],
    }),
    // Moved from the hidden project, where it had a version and a component.
    issue(PUB, {
      id: '207',
      key: 'PUB-7',
      log: [
        at(
          '2024-02-10T00:00',
          'ann',
          change('project', only(['9753100', 'Zqx Canary Works']), ['200', 'Public Garden']),
          ...(withHidden && hidden === 'project'
            ? [
                change('Key', [null as unknown as string, 'ZQXHID-5'], [null as unknown as string, 'PUB-7']),
                change('fixVersions', ['9753140', 'Zqx 1.0'], null),
                change('components', ['9753142', 'Zqx Engine'], null),
              ]
            : []),
        ),
        at('2024-02-11T00:00', 'bob', moved(1, 3)),
        at('2024-02-12T00:00', 'bob', moved(3, 1)),
      ],
    }),
  ]
}

function epic(from: readonly string[] | null, to: readonly string[] | null): Item {
  const item = change('Epic Link', from as [string, string] | null, to as [string, string] | null)
  return { ...item, fieldId: 'customfield_20', fieldtype: 'custom' }
}

function related(id: string, key: string, from: string | null): Item {
  const item = change('Related', null, [`[${id}]`, key])
  return { ...item, from, fieldId: 'customfield_22', fieldtype: 'custom' }
}

function hiddenIssues(kind: Kind) {
  const secret = {
    fixVersions: [V_HID, V_SAME],
    components: [C_HID],
    labels: ['zqxlabel'],
    priority: { id: '9753143', name: 'Zqx Urgent' },
    issuetype: { id: '9753144', name: 'Zqx Incident' },
    resolution: { id: '9753145', name: 'Zqx Declined' },
    resolutiondate: '2024-02-28T00:00:00.000+0000',
    customfield_23: { id: '9753132', value: 'Zqx Tier' },
    customfield_24: [{ id: 9753150, name: 'Zqx Sprint', state: 'active', startDate: '2024-01-02T00:00:00Z' }],
    customfield_25: 'zqxclue',
    customfield_9753130: { id: '9753133', value: 'Zqx Secret' },
    customfield_9753131: 'zqxstory',
    description: 'Paint the zqxfence',
    duedate: '2031-09-17',
    customfield_26: 975312,
    customfield_27: '2031-09-18',
  }
  const log = [
    at('2024-02-02T00:00', 'zqxauthor', moved(1, 9753110)),
    at('2024-02-04T00:00', 'zqxauthor', moved(9753110, 9753111)),
    at('2024-02-06T00:00', 'ann', moved(9753111, 1)),
  ]
  const one = (number: number, id: string, who: string) =>
    issue(kind.hidden === 'project' ? HID : OPN, {
      id,
      who,
      key: hiddenKey(kind, number),
      summary: `Zqx plan ${number}`,
      more: secret,
      log,
    })
  return [
    ...[one(1, '9753171', 'zqxlogin'), one(2, '9753172', 'ann'), one(3, '9753173', 'zqxlogin')],
    // Its id is that of a visible project.
    one(4, '200', 'ann'),
  ]
}

/** Imports the tracker into a store, with its lists and saved queries. */
export async function importVisibilityTracker(store: Store, kind: Kind): Promise<void> {
  entries = 0
  const lists = listsOf(kind)
  const json = (name: keyof typeof lists) => ({ name, text: JSON.stringify(lists[name]) })
  const texts = { statuses: json('statuses'), users: json('users'), groups: json('groups'), fields: json('fields') }
  const issues = [...visibleIssues(kind), ...(kind.withHidden ? hiddenIssues(kind) : [])]
  const lines = issues.map(issue => JSON.stringify(issue))
  await importIssues(store, lines, { lists: texts, at: NOW })
  if (kind.hidden === 'level') {
    await store.transact(run => run(sql`update issue set security_level = '10' where key like 'OPN-97531%'`))
  }
}
