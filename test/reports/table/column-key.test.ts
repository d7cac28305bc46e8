import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyText } from '../../../src/reports/table/column-key.ts'
import { runs } from '../../support/sampling.ts'

it('two keys have the same text only if they are equal, whatever their ids contain', () => {
  const id = fc.option(fc.string({ unit: fc.constantFrom('1', '2', ':', '-', '"', 'é'), maxLength: 5 }))
  const key = fc.record({ outer: id, inner: id })
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(keyText(a) === keyText(b)).toBe(a.outer === b.outer && a.inner === b.inner)
    }),
    runs(300),
  )
  expect(keyText({ outer: '1', inner: '2:11' })).not.toBe(keyText({ outer: '1', inner: '22:11' }))
  expect(keyText({ outer: null, inner: '-' })).not.toBe(keyText({ outer: '-', inner: null }))
})
