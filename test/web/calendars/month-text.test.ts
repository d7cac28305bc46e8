import { describe, expect, it } from 'vitest'
import { addMonths, isMonth, monthOf } from '../../../src/web/calendars/month-text.ts'

describe('a month', () => {
  it('is that of an instant in a time zone', () => {
    expect(monthOf(Date.parse('2024-12-31T23:30:00Z'), 'UTC')).toBe('2024-12')
    expect(monthOf(Date.parse('2024-12-31T23:30:00Z'), 'Europe/Berlin')).toBe('2025-01')
  })

  it('has months before and after it', () => {
    expect(addMonths('2024-12', 1)).toBe('2025-01')
    expect(addMonths('2024-01', -1)).toBe('2023-12')
    expect(addMonths('0001-01', -1)).toBe('0001-01')
    expect(addMonths('9999-12', 1)).toBe('9999-12')
  })

  it('is written with its year', () => {
    expect(['2024-12', '2024-13', '0000-01', '24-1', ''].map(isMonth)).toEqual([true, false, false, false, false])
  })
})
