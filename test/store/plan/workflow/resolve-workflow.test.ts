import { describe, expect, it } from 'vitest'
import type { SavedWorkflow } from '../../../../src/core/catalogue/model.ts'
import { Unresolved } from '../../../../src/store/plan/request-problems.ts'
import { type ResolvedWorkflow, resolveWorkflow } from '../../../../src/store/plan/workflow/resolve-workflow.ts'
import { storedDefinition } from '../../../../src/store/plan/workflow/workflow-definition.ts'
import { namesWith, STATUSES } from './sample-names.ts'

const names = namesWith([...STATUSES, '9 Gone- done'])

const team: SavedWorkflow = {
  id: '1',
  name: 'Web team',
  owner: null,
  created: 0,
  updated: 0,
  definition: storedDefinition({
    name: 'Web team',
    stages: [
      { name: 'Doing', kind: 'active', statuses: ['3', '7'] },
      { name: 'Finished', kind: 'done', statuses: ['5', '6'] },
    ],
    done: 'resolution',
    blocked: { fields: ['flagged'], statuses: ['8'], labels: ['stuck'] },
    sle: { percent: 85, ms: 1000 },
    levels: 'all',
  }),
}

function resolved(text: string | undefined): ResolvedWorkflow {
  const found = resolveWorkflow(text, names, [team])
  expect(found).not.toBeInstanceOf(Unresolved)
  return found as ResolvedWorkflow
}

describe('the workflow of a request', () => {
  it.each([undefined, 'default', ' Default '])('is the default one for %j', text => {
    const { id, name, workflow, levels, unmapped } = resolved(text)
    expect([id, name, levels]).toEqual(['default', 'default', 'standard'])
    expect(workflow.stages).toHaveLength(6)
    expect(unmapped.map(status => status.name)).toEqual(['Gone'])
  })

  it('is the first saved one for undefined if the default one has no stage in progress, or no done one', () => {
    const later = { ...team, id: '2', name: 'Another team' }
    for (const statuses of [
      ['1 Open -', '3 Progress -', '5 Done -'],
      STATUSES.slice(0, 4),
      ['1 Open new', '5 Done done'],
    ]) {
      const chosen = (text: string | undefined, saved: readonly SavedWorkflow[]) =>
        resolveWorkflow(text, namesWith(statuses), saved)
      expect(chosen(undefined, [team, later])).toMatchObject({ id: '1', name: 'Web team', levels: 'all' })
      expect(chosen('default', [team, later])).toMatchObject({ id: 'default', levels: 'standard' })
      expect(chosen(undefined, [])).toMatchObject({ id: 'default' })
    }
  })

  it.each(['1', 'Web team', ' web TEAM '])('is the saved one for %j, with its unmapped statuses', text => {
    const { id, name, workflow, levels, unmapped } = resolved(text)
    expect([id, name, levels]).toEqual(['1', 'Web team', 'all'])
    expect(workflow).toEqual({
      stages: [
        { name: 'Doing', kind: 'active', statuses: ['3', '7'] },
        { name: 'Finished', kind: 'done', statuses: ['5', '6'] },
      ],
      done: 'resolution',
      blocked: { fields: ['flagged'], statuses: ['8'], labels: ['stuck'] },
      sle: { percent: 85, ms: 1000 },
    })
    expect(unmapped.map(status => status.id)).toEqual(['1', '8', '9'])
  })

  it('is the one whose definition the request has', () => {
    const stages = [
      { name: 'Doing', kind: 'active', statuses: ['3'] },
      { name: 'Finished', kind: 'done', statuses: ['5'] },
    ]
    const { id, name, workflow, levels } = resolved(` ${JSON.stringify({ name: 'Ours', stages, levels: 'all' })}`)
    expect([id, name, levels, workflow.stages]).toEqual(['unsaved', 'Ours', 'all', stages])
  })

  it('says what is wrong with a definition of the request, all at once', () => {
    const wrong = { name: 'Ours', stages: [{ name: 'Doing', kind: 'busy', statuses: ['nothing'] }] }
    const { why } = resolveWorkflow(JSON.stringify(wrong), names, []) as Unresolved
    expect(why).toContain("stages[0].kind 'busy' is not possible")
    expect(why).toContain("stages[0].statuses[0] 'nothing' is not the id or the name of a status")
    // The message of the request adds a full stop.
    expect(why.at(-1)).not.toBe('.')
    expect(resolveWorkflow('{', names, [])).toEqual(new Unresolved('is neither the name of a workflow nor JSON'))
    const long = `{"name":"${'x'.repeat(200_000)}"}`
    expect(resolveWorkflow(long, names, [])).toMatchObject({ why: expect.stringContaining('Allowed: at most') })
  })

  it('is the saved one of a name that looks like a definition', () => {
    const found = resolveWorkflow('{}', names, [{ ...team, name: '{}' }])
    expect(found).toMatchObject({ id: '1', name: '{}' })
  })

  it('is an error for an unknown text, which names the workflows', () => {
    const found = resolveWorkflow('Web tem', names, [team])
    expect(found).toEqual(
      new Unresolved("is not the id or the name of a workflow. Did you mean 'Web team'? Workflows: default, Web team"),
    )
  })

  it('names at most 20 workflows in an error', () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ ...team, id: String(i), name: `team ${i}` }))
    const found = resolveWorkflow('x', names, many) as Unresolved
    expect(found.why).toMatch(/Workflows: default, team 0, .*, team 18 and 11 more$/)
  })
})
