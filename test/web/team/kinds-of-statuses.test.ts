import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../../src/web/api/flow.ts'
import {
  definitionOf,
  firstKinds,
  isComplete,
  type Kind,
  type ProposedStatus,
} from '../../../src/web/team/kinds-of-statuses.ts'

const status = (id: string, name: string, kind: Kind): ProposedStatus => ({ id, name, kind, issues: 0 })
const STATUSES = [
  status('1', 'NEW', 'notStarted'),
  status('2', 'ASSIGNED', 'active'),
  status('3', 'RESOLVED', 'done'),
  status('4', 'REOPENED', 'active'),
  status('5', 'CLOSED', 'done'),
]
const workflow = (id: string, stages: readonly object[]) => ({ id, stages }) as unknown as Dashboard['workflow']

describe('the form about statuses', () => {
  it('begins with the proposal, and with an answer that is not saved', () => {
    const proposed = { 1: 'notStarted', 2: 'active', 3: 'done', 4: 'active', 5: 'done' }
    const stages = [{ kind: 'waiting', statuses: ['3'] }]
    expect(firstKinds(STATUSES, workflow('default', stages))).toEqual(proposed)
    expect(firstKinds(STATUSES, workflow('unsaved', stages))).toEqual({ ...proposed, 3: 'active' })
  })

  it('needs work and finished work', () => {
    expect(isComplete({ 1: 'active', 2: 'done' })).toBe(true)
    expect(isComplete({ 1: 'notStarted', 2: 'done' })).toBe(false)
    expect(isComplete({ 1: 'active' })).toBe(false)
  })
})

describe('the workflow of an answer', () => {
  it('has a stage for each status of work, between one before and one after', () => {
    const kinds = firstKinds(STATUSES, workflow('default', []))
    expect(definitionOf(STATUSES, kinds, 'Ours')).toEqual({
      name: 'Ours',
      stages: [
        { name: 'Not started', kind: 'notStarted', statuses: ['1'] },
        { name: 'ASSIGNED', kind: 'active', statuses: ['2'] },
        { name: 'REOPENED', kind: 'active', statuses: ['4'] },
        { name: 'Finished', kind: 'done', statuses: ['3', '5'] },
      ],
    })
  })

  it('has no empty stage, and no name twice', () => {
    const statuses = [
      status('1', 'Review', 'active'),
      status('2', 'review', 'active'),
      status('3', 'Finished', 'active'),
      status('4', 'Done', 'done'),
    ]
    const { stages } = definitionOf(statuses, firstKinds(statuses, workflow('default', [])), 'Ours')
    expect(stages.map(({ name }) => name)).toEqual(['Review (1)', 'review (2)', 'Finished (3)', 'Finished'])
  })

  it('has one stage of work for more statuses than a workflow can have', () => {
    const many = Array.from({ length: 120 }, (_, i) => status(String(i), `S${i}`, i === 0 ? 'done' : 'active'))
    const { stages } = definitionOf(many, firstKinds(many, workflow('default', [])), 'Ours')
    expect(stages.map(({ name, statuses }) => [name, statuses.length])).toEqual([
      ['Work', 119],
      ['Finished', 1],
    ])
  })
})
