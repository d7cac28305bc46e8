import type { PlainIssue, PlainStay, PlainValue } from './plain-evaluate.ts'

const DAY = 86_400_000
const NOW = Date.parse('2024-03-15T13:30:00Z')

const value = (id: string, text: string, more: Partial<PlainValue> = {}): PlainValue => ({ id, text, ...more })

const open = value('10', 'Open')
const toDo = value('10', 'To Do')
const doing = value('11', 'In Progress')
const done = value('12', 'Done')
const ann = value('ann', 'Ann Able')
const bob = value('bob', 'Bob Baker')
const cy = value('cy', 'Cy Young')

/** Returns stays from `[days ago, value, actor]`, each until the next. */
function stays(field: string, ...steps: [daysAgo: number, value: PlainValue | null, actor: string][]): PlainStay[] {
  return steps.map(([ago, value, actor], i) => ({
    field,
    value: value,
    entered: NOW - ago * DAY,
    left: i + 1 < steps.length ? NOW - steps[i + 1]![0] * DAY : null,
    actor,
  }))
}

function issue(
  issue: Pick<PlainIssue, 'id' | 'project' | 'number' | 'values' | 'stays'> & {
    creator: string
    links?: PlainIssue['links']
  },
): PlainIssue {
  const changes = issue.stays
    .map((stay, i) => ({ stay, before: issue.stays[i - 1] }))
    .filter(({ stay, before }) => before?.field === stay.field)
    .map(({ stay, before }) => ({
      field: stay.field,
      at: stay.entered,
      author: stay.actor,
      from: before!.value,
      to: stay.value,
    }))
  return {
    ...issue,
    created: Math.min(...issue.stays.map(({ entered }) => entered)),
    changes,
    links: issue.links ?? [],
  }
}

/**
 * Four issues of the sample tracker: done; in progress and unassigned; with values in all lists; without optional
 * values.
 */
export const plainIssues: readonly PlainIssue[] = [
  issue({
    id: '100',
    project: '1',
    number: 1,
    creator: 'ann',
    values: {
      status: [done],
      assignee: [ann],
      priority: [value('31', 'High')],
      resolution: [value('40', 'Fixed')],
      issuetype: [value('20', 'Bug')],
      labels: [value('red', 'red'), value('blue', 'blue')],
      fixVersions: [value('50', '1.0'), value('51', '1.1')],
      customfield_10020: [value('5', '5', { number: 5 })],
      customfield_10021: [value('r', 'Red')],
      summary: [value('', 'The engine is broken')],
      duedate: [value('', '2024-03-10')],
    },
    stays: [
      ...stays('status', [20, open, 'ann'], [8, doing, 'bob'], [2, done, 'ann']),
      ...stays('assignee', [20, null, 'ann'], [9, ann, 'ann']),
    ],
    links: [{ type: 'L1', from: '100', to: '101' }],
  }),
  issue({
    id: '101',
    project: '1',
    number: 2,
    creator: 'bob',
    values: {
      status: [doing],
      priority: [value('32', 'Low')],
      issuetype: [value('20', 'Bug')],
      labels: [value('Red', 'Red')],
      summary: [value('', 'Engines break')],
      description: [value('', 'No words of it')],
    },
    stays: [...stays('status', [6, toDo, 'bob'], [1, doing, 'cy']), ...stays('assignee', [6, null, 'bob'])],
    links: [{ type: 'L1', from: '100', to: '101' }],
  }),
  issue({
    id: '102',
    project: '2',
    number: 7,
    creator: 'cy',
    values: {
      status: [toDo],
      assignee: [bob],
      priority: [value('30', 'Highest')],
      issuetype: [value('21', 'Sub-task')],
      fixVersions: [value('53', '1.0')],
      customfield_10020: [value('1', '1', { number: 1 })],
      customfield_10022: [value('r2', 'Red')],
      summary: [value('', 'Paint it blue')],
      duedate: [value('', '2024-04-01')],
    },
    stays: [...stays('status', [3, toDo, 'cy']), ...stays('assignee', [3, cy, 'cy'], [2, bob, 'cy'])],
  }),
  issue({
    id: '103',
    project: '2',
    number: 8,
    creator: 'cy',
    values: { status: [value('13', 'Odd')], issuetype: [value('20', 'Bug')], summary: [value('', 'Nothing')] },
    stays: [...stays('status', [1, value('13', 'Odd'), 'cy']), ...stays('assignee', [1, null, 'cy'])],
  }),
]
