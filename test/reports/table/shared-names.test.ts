import { expect, it } from 'vitest'
import { reportNamesOf } from '../../../src/core/catalogue/report-names.ts'
import { sharedNames } from '../../../src/reports/table/shared-names.ts'
import { NEEDED, planned, raw } from '../../store/plan/sample.ts'
import { EMPTY_CATALOGUE } from '../../support/empty-catalogue.ts'

it('the names of all people are compared once for the reports of a catalogue', () => {
  let read = 0
  const people = ['Ann', 'ANN', 'Bo'].map((name, i) => ({
    id: String(i),
    name: null,
    key: null,
    accountId: null,
    email: null,
    listed: true,
    get displayName() {
      read++
      return name
    },
  }))
  const names = reportNamesOf({ ...EMPTY_CATALOGUE, people })
  const report = (columnsBy: string) => {
    const isShared = sharedNames(planned('list', raw({ ...NEEDED, columnsBy })), names)
    return ['0', '1', '2'].map(outer => isShared({ outer, inner: null }))
  }
  expect(report('assigneeDuration')).toEqual([true, true, false])
  read = 0
  expect(report('assigneeDuration')).toEqual([true, true, false])
  expect(report('statusDuration')).toEqual([false, false, false])
  expect(read).toBe(0)
})
