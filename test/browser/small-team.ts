import type { Workspace } from '../../src/app/workspace/workspace.ts'
import { fileOf } from '../edge/http/small-tracker.ts'
import { type OwnServer, ownServer } from './servers.ts'

const DAY = 86_400_000
const START = Date.parse('2014-06-02T09:00:00Z')
const STATUSES = ['NEW', 'ASSIGNED', 'RESOLVED'] as const

type Step = readonly [status: (typeof STATUSES)[number], day: number]

/**
 * The issues of a tracker without status categories, whose data end in 2014: three finished ones, which took one, two and three days,
 * one in progress, one that was parked, and five that nobody began.
 */
const ISSUES: Readonly<Record<string, readonly Step[]>> = {
  'OLD-1': [['NEW', 0], ['ASSIGNED', 70], ['RESOLVED', 71]],
  'OLD-2': [['NEW', 0], ['ASSIGNED', 71], ['RESOLVED', 73]],
  'OLD-3': [['NEW', 1], ['ASSIGNED', 74], ['RESOLVED', 77]],
  'OLD-4': [['NEW', 2], ['ASSIGNED', 60]],
  'OLD-5': [['NEW', 2], ['ASSIGNED', 61], ['NEW', 62]],
  ...Object.fromEntries([6, 7, 8, 9, 10].map(n => [`OLD-${n}`, [['NEW', n]] as const])),
} // biome-ignore format: a table

/** The last finish of its issues. */
export const LAST_FINISH = new Date(START + 77 * DAY).toISOString()

const statusOf = (name: Step[0]) => ({ id: String(STATUSES.indexOf(name) + 1), name })

function issueText(key: string, steps: readonly Step[]): string {
  const at = (day: number) => new Date(START + day * DAY).toISOString().replace('Z', '+0000')
  const histories = steps.slice(1).map(([name, day], i) => {
    const [from, to] = [statusOf(steps[i]![0]), statusOf(name)]
    const change = { field: 'status', fieldId: 'status', from: from.id, fromString: from.name }
    return {
      id: `${key}${i}`,
      created: at(day),
      author: { name: 'ann', displayName: 'Ann' },
      items: [Object.assign(change, { to: to.id, toString: to.name })],
    }
  })
  const [last, day] = steps.at(-1)!
  const fields = {
    summary: `The issue ${key}`,
    project: { id: '1', key: 'OLD', name: 'Old Shop' },
    issuetype: { id: '1', name: 'Bug' },
    status: statusOf(last),
    created: at(steps[0]![1]),
    updated: at(day),
  }
  return JSON.stringify({ id: key, key, changelog: { histories }, fields })
}

/** Starts a server with this tracker. */
export function smallTeam(): Promise<OwnServer> {
  const text = Object.entries(ISSUES)
    .map(([key, steps]) => issueText(key, steps))
    .join('\n')
  return ownServer({
    fill: ({ importFiles }) =>
      importFiles({ files: [fileOf(text)], lists: {}, skipInvalid: false, at: START + 100 * DAY }),
  })
}

/** Imports an issue of this tracker that is not started. */
export function addIssue({ importFiles }: Workspace, key: string): Promise<void> {
  const at = START + 100 * DAY
  return importFiles({ files: [fileOf(issueText(key, [['NEW', 3]]))], lists: {}, skipInvalid: false, at })
}
