import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../../src/web/api/flow.ts'
import {
  definitionOf,
  draftOf,
  draftProblems,
  type Kind,
  listedStatuses,
  type ProposedStatus,
  presentSle,
  unmappedIn,
  type WorkflowDraft,
  withChangedStage,
  withMovedStage,
  withOwnStage,
  withoutStage,
  withStage,
  withStages,
  withStatus,
} from '../../../src/web/team/workflow-draft.ts'

const status = (id: string, name: string, kind: ProposedStatus['kind']): ProposedStatus => ({
  id,
  name,
  kind,
  issues: 0,
})

const STATUSES = [
  status('1', 'NEW', 'notStarted'),
  status('2', 'ASSIGNED', 'active'),
  status('3', 'RESOLVED', 'done'),
  status('4', 'REOPENED', 'active'),
  status('5', 'CLOSED', 'done'),
]

const NOTHING = { fields: [], statuses: [], labels: [] }

/** Returns the part of an answer that a draft begins with. */
function screen(id: string, more: Partial<Dashboard['workflow']> = {}): Pick<Dashboard, 'workflow' | 'levels'> {
  const workflow = { id, stages: [], done: 'status', blocked: NOTHING, sle: null, ...more }
  return { workflow: workflow as unknown as Dashboard['workflow'], levels: 'standard' }
}

const proposal = () => draftOf(screen('default'), STATUSES)

/** Returns the names of the stages of a draft with their statuses. */
const shown = ({ stages }: WorkflowDraft) => stages.map(({ name, statuses }) => `${name}: ${statuses.join(' ')}`.trim())

/** Returns the key of a stage with a name. */
const keyOf = ({ stages }: WorkflowDraft, name: string) => stages.find(stage => stage.name === name)!.key

describe('the draft of a workflow', () => {
  it('begins with the proposal: a stage for each status of work, between one before and one after', () => {
    const draft = proposal()
    expect(shown(draft)).toEqual(['Not started: 1', 'ASSIGNED: 2', 'REOPENED: 4', 'Finished: 3 5'])
    expect(draft.stages.map(({ kind }) => kind)).toEqual(['notStarted', 'active', 'active', 'done'])
    expect(draftProblems(draft)).toEqual([])
  })

  it('has no name twice in a proposal', () => {
    const statuses = [
      status('1', 'Review', 'active'),
      status('2', 'review', 'active'),
      status('3', 'Finished', 'active'),
      status('4', 'Done', 'done'),
    ]
    const draft = draftOf(screen('default'), statuses)
    expect(shown(draft)).toEqual(['Not started:', 'Review: 1', 'review (2): 2', 'Finished (3): 3', 'Finished: 4'])
    expect(draftProblems(draft)).toEqual([])
  })

  it('has names that the server accepts, whatever the statuses are called', () => {
    const names = [' ', '\u202eReview\u202c', 'a\u0000b', 'x'.repeat(300), 'x'.repeat(250), 'Review ']
    const statuses = names.map((name, i) => status(`s${i}`, name, 'active'))
    const draft = draftOf(screen('default'), statuses)
    const stages = draft.stages.slice(1, -1).map(({ name }) => name)
    expect(stages).toEqual([
      ...['New stage', 'Review', 'ab', 'x'.repeat(200), `${'x'.repeat(195)} (s4)`, 'Review (s5)'],
    ])
    const own = withOwnStage(withStatus(draft, 's1', keyOf(draft, 'ab')), statuses[1]!)
    expect(own.stages.at(-2)!.name).toBe('Review (s1)')
  })

  it('forgets that an expectation was measured when its stages change, not when their names do', () => {
    const draft = { ...proposal(), sle: { percent: 85, hours: 8, date: '2024-03-01', count: 40 } }
    const renamed = withChangedStage(draft, keyOf(draft, 'REOPENED'), { name: 'Again' })
    expect(withStages(draft, renamed).sle).toEqual(draft.sle)
    expect(withStages(draft, withStatus(draft, '2', null)).sle).toEqual({ percent: 85, hours: 8 })
    expect(withStages(proposal(), withStage(proposal())).sle).toBeNull()
  })

  it('has one stage for very many statuses of work', () => {
    const many = Array.from({ length: 51 }, (_, i) => status(`w${i}`, `Work ${i}`, 'active'))
    expect(draftOf(screen('default'), [...STATUSES, ...many]).stages).toHaveLength(3)
    expect(draftOf(screen('default'), many.slice(1)).stages).toHaveLength(52)
  })

  it('lists what occurs in the issues of the screen, and all if that is too little for a workflow', () => {
    const listed = (ids: readonly string[], begin = screen('default')) =>
      listedStatuses(
        begin,
        STATUSES,
        ids.map(id => ({ id })),
      ).map(({ id }) => id)
    expect(listed(['2', '3'])).toEqual(['2', '3'])
    expect(listed(['1', '2'])).toEqual(['1', '2', '3', '4', '5'])
    const stages = [
      { name: 'Work', kind: 'active' as const, statuses: ['4'] },
      { name: 'Done', kind: 'done' as const, statuses: ['5'] },
    ]
    expect(listed(['1'], screen('7', { stages }))).toEqual(['1', '4', '5'])
  })

  it('begins with a chosen workflow, with all that it has', () => {
    const stages = [{ name: 'Work', kind: 'waiting' as const, statuses: ['3'] }]
    const sle = { percent: 85, ms: 90 * 60_000, measured: { date: '2024-03-01', count: 40 } }
    const blocked = { fields: ['flag'], statuses: ['2'], labels: ['stuck'] }
    const draft = draftOf({ ...screen('7', { stages, sle, blocked, done: 'resolution' }), levels: 'all' }, STATUSES)
    expect(definitionOf(draft, 'Ours')).toEqual({
      name: 'Ours',
      stages,
      done: 'resolution',
      blocked,
      sle: { percent: 85, hours: 1.5, date: '2024-03-01', count: 40 },
      levels: 'all',
    })
    expect(unmappedIn(draft, STATUSES).map(({ id }) => id)).toEqual(['1', '2', '4', '5'])
  })

  it('moves a status into a stage, into one of its own, and out of all', () => {
    const draft = proposal()
    const moved = withStatus(draft, '4', keyOf(draft, 'Finished'))
    expect(shown(moved)).toEqual(['Not started: 1', 'ASSIGNED: 2', 'REOPENED:', 'Finished: 3 5 4'])
    expect(definitionOf(moved, 'x').stages).toHaveLength(3)
    const own = withOwnStage(moved, STATUSES[2]!)
    expect(shown(own).slice(-2)).toEqual(['Finished: 5 4', 'RESOLVED: 3'])
    expect(own.stages.at(-1)!.kind).toBe('done')
    const out = withStatus(own, '2', null)
    expect(unmappedIn(out, STATUSES)).toEqual([STATUSES[1]])
    expect(withOwnStage(out, STATUSES[1]!).stages.at(3)).toMatchObject({ name: 'ASSIGNED (2)', kind: 'active' })
  })

  it('keeps the parts of a workflow in order when a stage changes its kind', () => {
    const draft = proposal()
    const waiting = withChangedStage(draft, keyOf(draft, 'REOPENED'), { kind: 'waiting' })
    expect(shown(waiting)).toEqual(shown(draft))
    const first = withChangedStage(draft, keyOf(draft, 'REOPENED'), { kind: 'notStarted' })
    expect(shown(first)).toEqual(['Not started: 1', 'REOPENED: 4', 'ASSIGNED: 2', 'Finished: 3 5'])
    const added = withStage(withStage(draft))
    expect(shown(added).slice(3, 5)).toEqual(['New stage:', 'New stage 2:'])
    expect(shown(withoutStage(draft, keyOf(draft, 'ASSIGNED')))).toEqual([
      'Not started: 1',
      'REOPENED: 4',
      'Finished: 3 5',
    ])
  })

  it('moves a stage among those of its part', () => {
    const draft = proposal()
    const key = keyOf(draft, 'REOPENED')
    expect(shown(withMovedStage(draft, key, -1)!)).toEqual([
      'Not started: 1',
      'REOPENED: 4',
      'ASSIGNED: 2',
      'Finished: 3 5',
    ])
    expect(withMovedStage(draft, key, 1)).toBeNull()
    expect(withMovedStage(draft, keyOf(draft, 'Not started'), -1)).toBeNull()
  })

  it('says all that it lacks', () => {
    const draft = proposal()
    const named = (name: string) => withChangedStage(draft, keyOf(draft, 'REOPENED'), { name })
    const incomplete = 'Mark at least one stage with statuses as work, and one as finished.'
    expect(draftProblems(withStatus(withStatus(draft, '2', null), '4', null))).toEqual([incomplete])
    expect(draftProblems(withoutStage(draft, keyOf(draft, 'Finished')))).toEqual([incomplete])
    expect(draftProblems(named(' '))).toEqual(['A stage has no name.'])
    expect(draftProblems(named(' assigned '))).toEqual(['Two stages have the name assigned.'])
    const wrong = 'The expectation needs a whole percentage from 1 to 100, and hours above 0.'
    for (const sle of [
      { percent: 0, hours: 8 },
      { percent: 101, hours: 8 },
      { percent: 1.5, hours: 8 },
      { percent: 85, hours: 0 },
      { percent: 85, hours: Number.NaN },
    ]) {
      expect(draftProblems({ ...draft, sle })).toEqual([wrong])
    }
    for (const percent of [1, 100]) expect(draftProblems({ ...draft, sle: { percent, hours: 0.1 } })).toEqual([])
  })

  it('never loses or repeats a status, and keeps its parts in order, whatever changes', () => {
    const kinds: readonly Kind[] = ['notStarted', 'active', 'waiting', 'done']
    const step = fc.tuple(fc.nat(5), fc.nat(9), fc.nat(9))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        let draft = proposal()
        for (const [what, a, b] of steps) {
          const { stages } = draft
          const stage = stages[a % Math.max(1, stages.length)]
          const moved = STATUSES[b % STATUSES.length]!
          const changes = [
            () => withStatus(draft, moved.id, stage?.key ?? null),
            () => withOwnStage(draft, moved),
            () => withStage(draft),
            () => (stage ? withChangedStage(draft, stage.key, { kind: kinds[b % 4]! }) : draft),
            () => (stage ? withoutStage(draft, stage.key) : draft),
            () => (stage && withMovedStage(draft, stage.key, b % 2 ? 1 : -1)) || draft,
          ]
          draft = changes[what]!()
          const ids = [
            ...draft.stages.flatMap(({ statuses }) => statuses),
            ...unmappedIn(draft, STATUSES).map(({ id }) => id),
          ]
          expect(ids.toSorted()).toEqual(['1', '2', '3', '4', '5'])
          const parts = draft.stages.map(({ kind }) => ({ notStarted: 0, active: 1, waiting: 1, done: 2 })[kind])
          expect(parts).toEqual(parts.toSorted())
          expect(new Set(draft.stages.map(({ key }) => key)).size).toBe(draft.stages.length)
        }
      }),
    )
  })
})

describe('the present expectation', () => {
  const sle = { percent: 85, ms: 7_200_001, isDefault: true, name: '85 % of the last 90 days', count: 40, date: null }
  const asOf = '2024-03-10T12:00:00Z'

  it('has the hours, rounded up, the day and the number of cycle times over which it was measured', () => {
    const measured = { percent: 85, hours: 2.1, date: '2024-03-10', count: 40 }
    expect(presentSle({ sle, asOf })).toEqual({ name: '85 % of the last 90 days', sle: measured })
  })

  it('does not exist if somebody chose one, or too few issues finished', () => {
    expect(presentSle({ sle: { ...sle, isDefault: false }, asOf })).toBeNull()
    expect(presentSle({ sle: null, asOf })).toBeNull()
  })
})
