import { describe, expect, it } from 'vitest'
import { errorsWithoutControl, parametersIn } from '../../../src/web/builder/sections.ts'
import { withDefaults } from '../../../src/web/builder/with-defaults.ts'
import { catalogue } from './catalogue.ts'

const choices = withDefaults({ filterType: 'project', projectKey: 'WEB' }, catalogue)
const elsewhere = (...parameters: (string | null)[]) =>
  errorsWithoutControl(
    parameters.map(parameter => ({ parameter, label: null, text: '', details: null, isMissing: false })),
    choices,
    catalogue,
  ).map(({ parameter }) => parameter)

describe('the visible controls', () => {
  it('are those with an effect on the report', () => {
    expect(parametersIn('columns', choices, catalogue)).toEqual(['statuses', 'includeDeletedStatuses'])
    // It decides which statuses the answer lists as included.
    expect(parametersIn('columns', { ...choices, columnsBy: 'durationBetweenStatuses' }, catalogue)).toEqual([
      'includeDeletedStatuses',
    ])
    expect(parametersIn('issues', choices, catalogue)).toEqual(['filterType', 'projectKey'])
    expect(parametersIn('what', choices, catalogue)).not.toContain('dbsMetrics')
    expect(parametersIn('rows', { ...choices, report: 'list' }, catalogue)).toEqual([
      'groupByFields',
      'fields',
      'pageSize',
    ])
  })

  it('show their errors; errors without a control are separate', () => {
    expect(elsewhere('calendar', 'projectKey', 'statuses')).toEqual([])
    expect(elsewhere('user', 'dbsMetrics', 'outputType', null)).toEqual(['user', 'dbsMetrics', 'outputType', null])
  })
})
