import { describe, expect, it } from 'vitest'
import { parameters } from '../../../src/store/plan/parameters.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { type PartName, partOf, questionParts } from '../../../src/web/builder/question-parts.ts'
import { parametersIn, sections } from '../../../src/web/builder/sections.ts'
import type { SettingError } from '../../../src/web/builder/setting-errors.ts'
import { withDefaults } from '../../../src/web/builder/with-defaults.ts'
import type { Choices } from '../../../src/web/state/choices.ts'
import { catalogue } from './catalogue.ts'

const standard = withDefaults({ filterType: 'project', projectKey: 'WEB' }, catalogue)
const errorOf = (parameter: string | null, text: string): SettingError => ({
  parameter,
  label: null,
  text,
  details: null,
  isMissing: false,
})
const partsOf = (choices: Choices = {}, errors: readonly SettingError[] = []) =>
  questionParts({ ...standard, ...choices }, catalogue, errors)
const textOf = (name: PartName, choices: Choices = {}) => partsOf(choices).find(part => part.name === name)?.text

describe('the parts of a question', () => {
  it('are a sentence', () => {
    const shown = partsOf({ groupByFields: 'period:month', calendar: '0', dayLength: 'businessDays' })
      .filter(({ isShown }) => isShown)
      .map(({ text }) => text)
    expect(shown).toEqual([
      'Average time in status',
      'Web Shop',
      'By month worked',
      'All statuses',
      'Business hours',
      'Any time',
    ])
  })

  it('name the measure', () => {
    expect(textOf('measure', { aggregationType: 'percentile', percentile: '85' })).toBe(
      '85th percentile of time in status',
    )
    expect(textOf('measure', { aggregationType: 'sum' })).toBe('Total time in status')
    expect(textOf('measure', { columnsBy: 'assigneeDuration', statuses: '2,3' })).toBe(
      'Average time with assignee in Waiting, In Progress',
    )
    expect(textOf('measure', { report: 'list', columnsBy: 'statusCount' })).toBe('Visits to status')
    expect(textOf('measure', { columnsBy: 'nothing' })).toBe('Average nothing (unknown)')
  })

  it('say that no group is chosen', () => {
    expect(textOf('columns', { columnsBy: 'groupDuration' })).toBe('No groups')
    expect(textOf('columns', { columnsBy: 'groupDuration', groups: 'developers' })).toBe('1 group')
  })

  it('name groupings as people say them', () => {
    expect(textOf('rows', { groupByFields: 'date:quarter:created,priority' })).toBe('By quarter created, Priority')
    expect(textOf('rows')).toBe('All issues in one row')
    expect(textOf('rows', { report: 'list' })).toBe('One row per issue')
  })

  it('count people and groups apart from statuses', () => {
    expect(textOf('columns', { columnsBy: 'assigneeDuration', statuses: '2', assignees: 'ada' })).toBe('1 person')
    expect(textOf('columns', { columnsBy: 'groupDuration', groups: 'developers,testers' })).toBe('2 groups')
    expect(textOf('columns', { statuses: '2,3' })).toBe('2 columns')
  })

  it('name unknown hours', () => {
    expect(textOf('hours', { calendar: 'gone' })).toBe('gone (unknown)')
    expect(textOf('hours', { calendar: 'SHIFTS' })).toBe('Shifts')
  })

  it('show rare settings only when they are chosen or wrong', () => {
    const shown = (choices: Choices, errors: readonly SettingError[] = []) =>
      partsOf(choices, errors).flatMap(({ name, isShown }) => (isShown ? [name] : []))
    const usual = ['measure', 'issues', 'rows', 'columns', 'hours', 'dates']
    expect(shown({})).toEqual(usual)
    expect(shown({ sortBy: '3', sortDir: 'desc', filters: '[]', asOf: '2024-01-01', viewFormat: 'hours' })).toEqual([
      ...usual,
      ...['order', 'conditions', 'asOf', 'format'],
    ])
    expect(shown({}, [errorOf('dateFormat', 'wrong')])).toEqual([...usual, 'format'])
  })

  it('have the problems of their parameters', () => {
    const problems = partsOf({}, [errorOf('dayLength', 'Choose it'), errorOf(null, 'Elsewhere')])
    expect(problems.flatMap(part => part.problems)).toEqual([])
    const hours = partsOf({ calendar: '0' }, [errorOf('dayLength', 'Choose it')])
    expect(hours.find(({ name }) => name === 'hours')?.problems).toEqual([errorOf('dayLength', 'Choose it')])
  })

  it.each(Object.keys(reportTypes))('of %s have each setting once, and no other', columnsBy => {
    for (const report of ['aggregation', 'list']) {
      const choices = { ...standard, columnsBy, report }
      const inParts = partsOf(choices).flatMap(part => part.parameters)
      const inSections = sections.flatMap(section => parametersIn(section, choices, catalogue))
      expect(inParts.toSorted()).toEqual(inSections.toSorted())
      for (const { name } of parameters) {
        expect(partOf(name, partsOf(choices)) !== undefined).toBe(inSections.includes(name))
      }
    }
  })
})
