import { describe, expect, it } from 'vitest'
import { proposeKind } from '../../../../src/store/plan/workflow/propose-kind.ts'

const kindOf = (name: string, category: string | null = null, issues = 0, resolved = 0) =>
  proposeKind({ name, category, issues, resolved })

describe('the proposal of what a status is', () => {
  it.each([
    ['UNCONFIRMED', 'notStarted'],
    ['NEW', 'notStarted'],
    ['Open', 'notStarted'],
    ['ASSIGNED', 'active'],
    ['REOPENED', 'active'],
    ['RESOLVED', 'done'],
    ['VERIFIED', 'done'],
    ['CLOSED', 'done'],
    ['Done', 'done'],
    ['Offen', 'notStarted'],
    [' Erledigt ', 'done'],
    ['Closing soon', 'active'],
  ])('follows from the usual name %s', (name, kind) => {
    expect(kindOf(name)).toBe(kind)
  })

  it('follows from the category, whatever the name is', () => {
    expect(kindOf('Open', 'indeterminate')).toBe('active')
    expect(kindOf('Closed', 'new')).toBe('notStarted')
    expect(kindOf('Ready', 'done')).toBe('done')
  })

  it('is work for a reopened status, which somebody began', () => {
    expect(kindOf('Reopened', 'new')).toBe('active')
  })

  it('follows from the resolutions of the issues in it, if the name is unknown', () => {
    expect(kindOf('Archiv', null, 10, 6)).toBe('done')
    expect(kindOf('Archiv', null, 10, 5)).toBe('active')
    expect(kindOf('Archiv', 'undefined', 0, 0)).toBe('active')
    expect(kindOf('New', null, 10, 10)).toBe('notStarted')
  })
})
