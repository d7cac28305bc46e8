/** A name of 203 letters, one that turns the text after it around, a right-to-left one, emojis, invisible and short ones. */
export const NAMES = [
  'Waiting'.repeat(29),
  '\u202eesrever',
  'بانتظار العميل '.repeat(14).trim(),
  '👩‍🔬'.repeat(40),
  '\u2060',
  '.',
  'DONE',
]

const DAY = 86_400_000
const START = Date.parse('2024-01-01T00:00:00Z')
const DONE = NAMES.length - 1

/** The end of the histories of the project HARD. */
export const HARD_END = new Date(START + 60 * DAY).toISOString()

/** Returns a status with a category, unlike those of other projects. */
const statusOf = (n: number) => ({
  id: String(n + 101),
  name: NAMES[n]!,
  statusCategory: { key: n === DONE ? 'done' : 'indeterminate' },
})

/** The statuses that an issue enters, by number, each with its day. */
type Steps = readonly (readonly [status: number, day: number])[]

/**
 * The issues of a project with long names: thirty that took a day, each of which moved back once, three that are late since the
 * last day, and one in each status.
 */
const ISSUES: Readonly<Record<string, Steps>> = {
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `HARD-${n + 1}`,
      [[1 + (n % 3), 27 + n], [0, 27.2 + n], [2, 27.5 + n], [DONE, 28 + n]],
    ]),
  ),
  'HARD-41': [[0, 58.4]],
  'HARD-42': [[1, 58.4]],
  'HARD-43': [[2, 58.4]],
  'HARD-51': [[0, 40]],
  'HARD-52': [[1, 41]],
  'HARD-53': [[2, 42]],
  'HARD-54': [[3, 43]],
  'HARD-55': [[4, 44]],
  'HARD-56': [[5, 45]],
} // biome-ignore format: a table

function issueText(key: string, steps: Steps): string {
  const at = (day: number) => new Date(START + day * DAY).toISOString().replace('Z', '+0000')
  const histories = steps.slice(1).map(([status, day], i) => {
    const [from, to] = [statusOf(steps[i]![0]), statusOf(status)]
    const change = { field: 'status', fieldId: 'status', from: from.id, fromString: from.name }
    return {
      id: `${key}${i}`,
      created: at(day),
      author: { name: 'ann', displayName: NAMES[1] },
      items: [Object.assign(change, { to: to.id, toString: to.name })],
    }
  })
  const [last, day] = steps.at(-1)!
  const fields = {
    summary: `\u202e${'W'.repeat(200)}`,
    project: { id: '2', key: 'HARD', name: `\u202e${'Hard'.repeat(50)}` },
    issuetype: { id: '1', name: NAMES[0] },
    assignee: key === 'HARD-42' ? { name: 'ben', displayName: 'Ben' } : { name: 'ann', displayName: 'Ann'.repeat(60) },
    status: statusOf(last),
    created: at(steps[0]![1]),
    updated: at(day),
  }
  return JSON.stringify({ id: key, key, changelog: { histories }, fields })
}

/** The issues of the project HARD as an export. */
export const HARD_ISSUES = Object.entries(ISSUES).map(([key, steps]) => issueText(key, steps))
