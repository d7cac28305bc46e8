import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reportNamesOf } from '../../../../src/core/catalogue/report-names.ts'
import { parseWorkflow } from '../../../../src/store/plan/workflow/parse-workflow.ts'
import { WORKFLOW_LIMITS } from '../../../../src/store/plan/workflow/workflow-definition.ts'
import { EMPTY_CATALOGUE } from '../../../support/empty-catalogue.ts'

const guide = readFileSync(new URL('../../../../docs/guides/workflows.md', import.meta.url), 'utf8')
const [, json = ''] = /```json\n(.*?)```/s.exec(guide) ?? []
const [, errors = ''] = /is refused\..*?```\n(.*?)```/s.exec(guide) ?? []

const STATUSES = ['To Do', 'Open', 'In Progress', 'Blocked', 'Code Review', 'Testing', 'Done']

const names = reportNamesOf({
  ...EMPTY_CATALOGUE,
  statuses: STATUSES.map((name, i) => ({ id: String(i), name, category: null, deleted: false })),
  fields: [{ id: 'flag', alias: null, name: 'Flagged', kind: 'option', multi: true, listed: true }],
})

describe('the guide to workflows', () => {
  it('has a valid file', () => {
    expect(parseWorkflow(JSON.parse(json), names)).toEqual({ definition: expect.anything() })
  })

  it('shows the errors of that file with three mistakes', () => {
    const file = JSON.parse(json)
    file.stages[1] = { ...file.stages[1], kind: 'busy', statuses: ['In Progres'] }
    file.stages[4].statuses.push('To Do')
    expect(parseWorkflow(file, names)).toEqual({ problems: errors.trimEnd().split('\n') })
  })

  it('names the limits', () => {
    const { stages, statuses, name, labels } = WORKFLOW_LIMITS
    for (const limit of [stages, name, labels, statuses.toLocaleString('en-US')]) expect(guide).toContain(` ${limit}`)
  })
})
