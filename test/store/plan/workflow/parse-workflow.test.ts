import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultWorkflow } from '../../../../src/store/plan/workflow/default-workflow.ts'
import { parseWorkflow } from '../../../../src/store/plan/workflow/parse-workflow.ts'
import { printWithNames, printWorkflow } from '../../../../src/store/plan/workflow/print-workflow.ts'
import type { WorkflowDefinition } from '../../../../src/store/plan/workflow/workflow-definition.ts'
import { runs } from '../../../support/sampling.ts'
import { namesWith, STATUSES } from './sample-names.ts'

const names = namesWith(STATUSES, {
  fields: [
    { id: 'customfield_1', alias: null, name: 'Flagged', kind: 'option', multi: true, listed: true },
    { id: 'customfield_2', alias: null, name: 'Team', kind: 'text', multi: false, listed: true },
    { id: 'customfield_3', alias: null, name: 'Team', kind: 'text', multi: false, listed: true },
  ],
})

const stages = [
  { name: 'To do', kind: 'notStarted', statuses: ['Open'] },
  { name: 'Doing', kind: 'active', statuses: ['Progress'] },
  { name: 'In review', kind: 'waiting', statuses: ['7', '8'] },
  { name: 'Done', kind: 'done', statuses: ['done', '6'] },
]

const whole = {
  name: ' Web team ',
  stages,
  done: 'resolution',
  blocked: { fields: ['Flagged'], statuses: ['7'], labels: ['blocked', 'blocked'] },
  sle: { percent: 85, hours: 80.5 },
  levels: 'all',
}

function problemsOf(json: unknown): readonly string[] {
  const read = parseWorkflow(json, names)
  return 'problems' in read ? read.problems : []
}

function definitionOf(json: unknown): WorkflowDefinition {
  const read = parseWorkflow(json, names)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.definition
}

/** The stages with another one at an index. */
function withStage(index: number, change: object): object {
  return { name: 'A', stages: stages.map((stage, i) => (i === index ? { ...stage, ...change } : stage)) }
}

describe('a workflow definition', () => {
  it('is read with ids, and without repeated sources of blocking', () => {
    expect(definitionOf(whole)).toEqual({
      name: 'Web team',
      stages: [
        { name: 'To do', kind: 'notStarted', statuses: ['1'] },
        { name: 'Doing', kind: 'active', statuses: ['3'] },
        { name: 'In review', kind: 'waiting', statuses: ['7', '8'] },
        { name: 'Done', kind: 'done', statuses: ['5', '6'] },
      ],
      done: 'resolution',
      blocked: { fields: ['customfield_1'], statuses: ['7'], labels: ['blocked'] },
      sle: { percent: 85, ms: 80.5 * 3_600_000 },
      levels: 'all',
    })
  })

  it('needs a name and stages only', () => {
    expect(definitionOf({ name: 'A', stages, sle: null })).toMatchObject({
      done: 'status',
      blocked: { fields: [], statuses: [], labels: [] },
      sle: null,
      levels: 'standard',
    })
  })

  it('accepts kinds in any case, and waiting before active', () => {
    const { stages: read } = definitionOf({
      name: 'A',
      stages: [
        { name: 'Queue', kind: 'WAITING', statuses: ['3'] },
        { name: 'Doing', kind: 'active', statuses: ['7'] },
        { name: 'Done', kind: 'Done', statuses: ['5'] },
      ],
    })
    expect(read.map(({ kind }) => kind)).toEqual(['waiting', 'active', 'done'])
  })

  it.each<[string, unknown, string]>([
    ['no object', [], 'It is not a JSON object. Known keys: name, stages, done, blocked, sle, levels.'],
    ['nothing', undefined, 'It is not a JSON object. Known keys: name, stages, done, blocked, sle, levels.'],
    ['no name', { stages }, 'name is missing.'],
    ['an empty name', { name: ' ', stages }, "name ' ' is not a text of 1 to 200 characters."],
    [
      'a long name',
      { name: 'x'.repeat(201), stages },
      `name '${'x'.repeat(100)}...' is not a text of 1 to 200 characters.`,
    ],
    [
      'a control character',
      { name: 'a\u0007', stages },
      "name 'a\u0007' contains a control character, half a character or a change of direction.",
    ],
    ['a number as its name', { name: '12', stages }, "name '12' is a number, as ids are. Choose another name."],
    [
      'the name of the default one',
      { name: 'Default', stages },
      "name 'Default' is the name of the workflow by status categories. Choose another name.",
    ],
    [
      'an unknown key',
      { name: 'A', stages, levles: 'all' },
      "'levles' is not a known key. Known keys: name, stages, done, blocked, sle, levels. Did you mean 'levels'?",
    ],
    [
      'an unknown key of a stage',
      withStage(1, { color: 'red' }),
      "'color' is not a known key of stages[1]. Known keys: name, kind, statuses.",
    ],
    ['no stages', { name: 'A', stages: [] }, "stages '[]' has no stage."],
    ['a stage without a name', withStage(1, { name: undefined }), 'stages[1].name is missing.'],
    [
      'two stages of one name',
      withStage(2, { name: ' doing' }),
      "stages[2].name ' doing' is the name of an earlier stage.",
    ],
    [
      'an unknown kind',
      withStage(1, { kind: 'busy' }),
      "stages[1].kind 'busy' is not possible. Possible values: notStarted, active, waiting or done.",
    ],
    ['an empty stage', withStage(1, { statuses: [] }), "stages[1].statuses '[]' names no status."],
    [
      'an unknown status',
      withStage(1, { statuses: ['Progres'] }),
      "stages[1].statuses[0] 'Progres' is not the id or the name of a status. Did you mean 'Progress'?",
    ],
    [
      'a status that is no text',
      withStage(1, { statuses: [3] }),
      "stages[1].statuses[0] '3' is not text in double quotes.",
    ],
    [
      'a name of two statuses',
      withStage(2, { statuses: ['REVIEW'] }),
      "stages[2].statuses[0] 'REVIEW' is the name of 2 statuses; give one of their ids: 7, 8.",
    ],
    [
      'a status in two stages',
      withStage(3, { statuses: ['5', '3'] }),
      "stages[3].statuses[1] '3' is in the stage 'Doing' already.",
    ],
    [
      'a status twice in a stage',
      withStage(3, { statuses: ['5', 'Done'] }),
      "stages[3].statuses[1] 'Done' is in the stage 'Done' already.",
    ],
    [
      'a stage in progress behind a done one',
      { name: 'A', stages: [stages[1], stages[3], stages[2]] },
      "stages[2].kind 'waiting' is behind a stage of a later kind. Order: notStarted, then active and waiting in any order, then done.",
    ],
    [
      'no stage in progress',
      { name: 'A', stages: [stages[0], stages[3]] },
      'stages has no stage in progress. Needed: one of the kind active or waiting.',
    ],
    ['no done stage', { name: 'A', stages: stages.slice(0, 3) }, 'stages has no stage of the kind done.'],
    [
      'another way to be done',
      { name: 'A', stages, done: 'closed' },
      "done 'closed' is not possible. Possible values: status or resolution.",
    ],
    [
      'other levels',
      { name: 'A', stages, levels: 'epics' },
      "levels 'epics' is not possible. Possible values: standard or all.",
    ],
    [
      'an unknown field',
      { name: 'A', stages, blocked: { fields: ['Flaged'] } },
      "blocked.fields[0] 'Flaged' is not the id or the name of a field. Did you mean 'Flagged'?",
    ],
    [
      'a name of two fields',
      { name: 'A', stages, blocked: { fields: ['team'] } },
      "blocked.fields[0] 'team' is the name of 2 fields; give one of their ids: customfield_2, customfield_3.",
    ],
    [
      'an unknown source of blocking',
      { name: 'A', stages, blocked: { label: ['x'] } },
      "'label' is not a known key of blocked. Known keys: fields, statuses, labels. Did you mean 'labels'?",
    ],
    ['an SLE without hours', { name: 'A', stages, sle: { percent: 85 } }, 'sle.hours is missing.'],
    [
      'an SLE of no percent',
      { name: 'A', stages, sle: { percent: 0, hours: 1 } },
      "sle.percent '0' is not a whole number from 1 to 100.",
    ],
    [
      'an SLE of no time',
      { name: 'A', stages, sle: { percent: 85, hours: 0 } },
      "sle.hours '0' is not a number above 0, and at most 876000.",
    ],
    [
      'an SLE with a date alone',
      { name: 'A', stages, sle: { percent: 85, hours: 1, date: '2024-06-01' } },
      `sle '{"percent":85,"hours":1,"date":"2024-06-01"}' needs both date and count, or neither.`,
    ],
    [
      'an SLE with a day that does not exist',
      { name: 'A', stages, sle: { percent: 85, hours: 1, date: '2024-02-30', count: 3 } },
      "sle.date '2024-02-30' is not a date of the form yyyy-MM-dd.",
    ],
    ['an SLE as a text', { name: 'A', stages, sle: '85 % in 10 days' }, "sle '85 % in 10 days' is not an object."],
    [
      'too many stages',
      { name: 'A', stages: Array.from({ length: 101 }, () => 0) },
      'stages: 101 elements. Allowed: at most 100.',
    ],
    [
      'too many statuses',
      withStage(2, { statuses: Array.from({ length: 2_000 }, String) }),
      'The statuses of stages: 2004 elements. Allowed: at most 2000.',
    ],
    [
      'too many labels',
      { name: 'A', stages, blocked: { labels: Array.from({ length: 101 }, String) } },
      'blocked.labels: 101 elements. Allowed: at most 100.',
    ],
  ])('with %s is an error', (_, json, problem) => {
    expect(problemsOf(json)).toEqual([problem])
  })

  it('has all of its errors at once', () => {
    const problems = problemsOf({
      name: '',
      stages: [
        { name: 'A', kind: 'done', statuses: ['5', 'nowhere'] },
        { name: 'a', kind: 'active', statuses: ['5'], wip: 3 },
      ],
      done: 'x',
      blocked: { fields: ['nothing'], labels: [''] },
      sle: { percent: 101, hours: -1 },
      levels: 1,
    })
    expect(problems.map(text => text.split(' ').slice(0, 2).join(' '))).toEqual([
      "name ''",
      "stages[0].statuses[1] 'nowhere'",
      "stages[1].name 'a'",
      "stages[1].kind 'active'",
      "stages[1].statuses[0] '5'",
      "'wip' is",
      "done 'x'",
      "blocked.fields[0] 'nothing'",
      "blocked.labels[0] ''",
      "sle.percent '101'",
      "sle.hours '-1'",
      "levels '1'",
    ])
  })

  it('has at most 50 errors and the number of the others', () => {
    const problems = problemsOf(withStage(1, { statuses: Array.from({ length: 1_000 }, (_, i) => `x${i}`), color: 1 }))
    expect(problems).toHaveLength(51)
    expect(problems.at(-1)).toBe('2 more errors.')
  })

  it('is refused in time with very many unknown keys', () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key ${i}`, i]))
    const problems = problemsOf({ ...keys, name: '', stages: [{ ...stages[1], ...keys }, stages[3]] })
    expect(problems).toHaveLength(51)
    expect(problems.at(-1)).toBe('199951 more errors.')
  })

  it('is printed in the format in which it was read, with names where they are unique', () => {
    expect(printWithNames(definitionOf(whole), names)).toEqual({
      ...whole,
      name: 'Web team',
      stages: [
        stages[0],
        stages[1],
        { name: 'In review', kind: 'waiting', statuses: ['7', '8'] },
        { name: 'Done', kind: 'done', statuses: ['Done', 'Closed'] },
      ],
      blocked: { fields: ['Flagged'], statuses: ['7'], labels: ['blocked'] },
    })
  })
})

describe('laws of workflow files', () => {
  const ids = STATUSES.map(text => text.split(' ')[0]!)
  const definition = fc
    .record({
      order: fc.shuffledSubarray(ids, { minLength: 2 }),
      cut: fc.integer({ min: 1, max: 5 }),
      kind: fc.constantFrom('active' as const, 'waiting' as const),
      done: fc.constantFrom('status' as const, 'resolution' as const),
      sle: fc.option(
        fc.record({ percent: fc.integer({ min: 1, max: 100 }), ms: fc.integer({ min: 1, max: 876_000 * 3_600_000 }) }),
      ),
      levels: fc.constantFrom('standard' as const, 'all' as const),
      labels: fc.uniqueArray(fc.constantFrom('a', 'b c', 'É'), { maxLength: 3 }),
    })
    .map(({ order, cut, kind, labels, ...others }): WorkflowDefinition => {
      const at = Math.min(cut, order.length - 1)
      return {
        ...others,
        name: 'Any',
        stages: [
          { name: 'doing', kind, statuses: order.slice(0, at) },
          { name: 'done', kind: 'done', statuses: order.slice(at) },
        ],
        blocked: { fields: ['customfield_2'], statuses: [order[0]!], labels },
      }
    })

  it('what is printed is read as the same definition, to the millisecond', () => {
    fc.assert(
      fc.property(definition, made => {
        expect(definitionOf(JSON.parse(JSON.stringify(printWorkflow(made))))).toEqual(made)
        expect(definitionOf(JSON.parse(JSON.stringify(printWithNames(made, names))))).toEqual(made)
      }),
      runs(50),
    )
  })

  it('no JSON throws, and all of it is a definition or errors', () => {
    const json = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: fc.jsonValue(), stages: fc.array(fc.oneof(fc.jsonValue(), fc.constantFrom(...stages))) }),
    )
    fc.assert(
      fc.property(json, value => {
        const read = parseWorkflow(value, names)
        expect('definition' in read || read.problems.length > 0).toBe(true)
      }),
      runs(50),
    )
  })

  it('the default workflow is a valid file under another name', () => {
    const made = { ...defaultWorkflow(names), name: 'Mine' }
    expect(definitionOf(printWithNames(made, names))).toEqual(made)
  })
})
