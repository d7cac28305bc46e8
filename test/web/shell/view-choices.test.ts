import { describe, expect, it } from 'vitest'
import { choicesOf, contentOf } from '../../../src/web/shell/view-choices.ts'

const CATALOGUE = { fields: [] }
const SCREEN = {
  page: 'team',
  filterType: 'project',
  projectKey: 'WEB',
  from: 'startOfWeek(-3)',
  compare: '2024-01-01..2024-02-01',
  workflow: '{"name":"Trial"}',
} as const

describe('what is saved under a name', () => {
  it('is the parameters and the display of a report, which open it again', () => {
    const report = { report: 'list', projectKey: 'WEB', columnsBy: 'statusDuration', show: 'chart' } as const
    const content = contentOf({ ...report, 'view.open': 'issue:WEB-1' }, CATALOGUE)
    expect(content.display).toEqual([{ name: 'show', value: 'chart' }])
    expect(choicesOf(content)).toEqual(report)
  })

  it('is the address of a screen of a team, next to a report about its issues', () => {
    const content = contentOf({ ...SCREEN, 'view.open': 'items:state=inProgress' }, CATALOGUE)
    expect(choicesOf(content)).toEqual(SCREEN)
    expect(content.endpoint).toBe('aggregation')
    const names = content.parameters.map(({ name }) => name)
    expect(names).toContain('columnsBy')
    expect(names).not.toContain('workflow')
    expect(content.display.map(({ name }) => name)).toEqual(['view.screen'])
  })

  it('goes back to the last weeks again if no date is kept', () => {
    const fixed = { ...SCREEN, asOf: '2014-08-18T00:00:00Z', 'view.asked': 'now' } as const
    expect(choicesOf(contentOf(fixed, CATALOGUE))).toEqual(fixed)
    expect(choicesOf(contentOf({ ...SCREEN, 'view.asked': 'now' }, CATALOGUE))).toEqual(SCREEN)
  })
})
