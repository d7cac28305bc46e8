import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldKind } from '../../../src/core/fields/field.ts'
import { type TypedCell, typedCell } from '../../../src/reports/table/typed-cell.ts'
import { runs } from '../../support/sampling.ts'

const cellOf = (kind: FieldKind, label: unknown): TypedCell =>
  typedCell({ id: 'f', name: 'F', kind, multi: false }, label)

describe('a text cell', () => {
  it('of a number field is a number', () => {
    expect(cellOf('number', '-12.50')).toEqual({ number: '-12.50' })
    expect(cellOf('number', '1e-7')).toEqual({ number: '1e-7' })
  })

  it('of a number field with any other text is that text', () => {
    for (const text of ['007', '+5', '1, 2', '.5', 'NaN', '1e999']) expect(cellOf('number', text)).toBe(text)
  })

  it('of a number field is a JSON number or a text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double().map(String), fc.string()), text => {
        const cell = cellOf('number', text)
        if (cell !== null && typeof cell === 'object' && 'number' in cell)
          expect(JSON.parse(cell.number)).toBe(Number(text))
        else expect(cell).toBe(text || null)
      }),
      runs(100),
    )
  })

  it('of a date field is a date, of a field of dates with times an instant', () => {
    expect(cellOf('date', '86400000')).toEqual({ date: 86_400_000 })
    expect(cellOf('datetime', '86400001')).toEqual({ instant: 86_400_001 })
  })

  it('of the age in the current status is a duration', () => {
    const age = { id: 'currentStatusAge', name: 'Age', kind: 'duration', multi: false } as const
    expect(typedCell(age, 90_000n)).toEqual({ duration: 90_000 })
  })

  it('of another field is a text, also if it looks like a number', () => {
    expect(cellOf('text', '12')).toBe('12')
  })

  it('without a value is null', () => {
    for (const kind of ['text', 'number', 'date', 'datetime'] as const)
      for (const label of [null, undefined, '']) expect(cellOf(kind, label)).toBeNull()
  })
})
