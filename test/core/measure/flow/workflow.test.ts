import { describe, expect, it } from 'vitest'
import { canMeasure, type StageKind, type Workflow } from '../../../../src/core/measure/flow/workflow.ts'

function workflowOf(...kinds: readonly StageKind[]): Workflow {
  const stages = kinds.map((kind, i) => ({ name: `stage ${i}`, kind, statuses: [String(i)] }))
  return { stages, done: 'status', blocked: { fields: [], statuses: [], labels: [] }, sle: null }
}

describe('a workflow', () => {
  it('can measure with a stage in progress and one of finished work', () => {
    expect(canMeasure(workflowOf())).toBe(false)
    expect(canMeasure(workflowOf('notStarted', 'done'))).toBe(false)
    expect(canMeasure(workflowOf('notStarted', 'active'))).toBe(false)
    expect(canMeasure(workflowOf('waiting', 'done'))).toBe(true)
    expect(canMeasure(workflowOf('active', 'done'))).toBe(true)
  })
})
