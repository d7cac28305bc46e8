import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stageKinds } from '../../../../src/core/measure/flow/workflow.ts'
import { defaultWorkflow } from '../../../../src/store/plan/workflow/default-workflow.ts'
import { runs } from '../../../support/sampling.ts'
import { namesWith } from './sample-names.ts'

describe('the default workflow', () => {
  it('has a stage for each status, by category and then in the order of the tracker', () => {
    const { stages } = defaultWorkflow(
      namesWith(['5 Done done', '3 Coding indeterminate', '9 Idea new', '4 Testing indeterminate', '1 Open new']),
    )
    expect(stages).toEqual([
      { name: 'Idea', kind: 'notStarted', statuses: ['9'] },
      { name: 'Open', kind: 'notStarted', statuses: ['1'] },
      { name: 'Coding', kind: 'active', statuses: ['3'] },
      { name: 'Testing', kind: 'active', statuses: ['4'] },
      { name: 'Done', kind: 'done', statuses: ['5'] },
    ])
  })

  it('leaves out deleted statuses and those without a known category', () => {
    const { stages } = defaultWorkflow(namesWith(['1 Open new', '2 Old- new', '3 Odd -', '4 Other undefined']))
    expect(stages.map(({ name }) => name)).toEqual(['Open'])
  })

  it('never guesses that a stage waits or that something blocks', () => {
    const { stages, blocked, sle, done, levels } = defaultWorkflow(
      namesWith(['1 Waiting indeterminate', '2 Blocked new']),
    )
    expect(stages.map(({ kind }) => kind)).toEqual(['notStarted', 'active'])
    expect(blocked).toEqual({ fields: [], statuses: [], labels: [] })
    expect([sle, done, levels]).toEqual([null, 'status', 'standard'])
  })

  it('adds the ids to the names of statuses that share one', () => {
    const { stages } = defaultWorkflow(namesWith(['1 Review new', '2 review new', '3 Open new']))
    expect(stages.map(({ name }) => name)).toEqual(['Review (1)', 'review (2)', 'Open'])
  })

  it('has distinct stages in order for any statuses', () => {
    const status = fc.record({
      name: fc.constantFrom('A', 'a', 'B', 'A (1)', 'a (1) (1)', 'B (2)'),
      category: fc.constantFrom('new', 'indeterminate', 'done', null),
      deleted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(status, { maxLength: 12 }), statuses => {
        const all = statuses.map((one, i) => ({ ...one, id: String(i + 1) }))
        const { stages } = defaultWorkflow({ statuses: all } as never)
        const mapped = all.filter(({ category, deleted }) => category !== null && !deleted)
        expect(stages.flatMap(stage => stage.statuses).sort()).toEqual(mapped.map(({ id }) => id).sort())
        expect(new Set(stages.map(({ name }) => name.toLowerCase())).size).toBe(stages.length)
        const ranks = stages.map(({ kind }) => stageKinds.indexOf(kind))
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      }),
      runs(50),
    )
  })
})
