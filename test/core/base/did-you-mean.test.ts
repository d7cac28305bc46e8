import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { didYouMean, nearNames } from '../../../src/core/base/did-you-mean.ts'
import { runs } from '../../support/sampling.ts'

describe('didYouMean', () => {
  it.each([
    [[], ''],
    [['list'], " Did you mean 'list'?"],
    [['list', 'last'], " Did you mean 'list' or 'last'?"],
    [['a', 'b', 'c'], " Did you mean 'a', 'b' or 'c'?"],
  ])('of %j asks%s', (near, words) => {
    expect(didYouMean(near)).toBe(words)
  })

  it('does not change its argument', () => {
    const near = ['list', 'last']
    didYouMean(near)
    expect(near).toEqual(['list', 'last'])
  })
})

const REPORTS = ['statusDuration', 'statusCount', 'assigneeDuration', 'groupDuration', 'list', 'aggregation']

describe('nearNames', () => {
  it.each([
    ['a wrong letter', 'statusDurasion', ['statusDuration']],
    ['a missing letter', 'statusCont', ['statusCount']],
    ['a letter too many', 'lisst', ['list']],
    ['two letters swapped count as one error', 'ilst', ['list']],
    ['another case', 'STATUSCOUNT', ['statusCount']],
    ['the beginning of names, however short', 'st', ['statusCount', 'statusDuration']],
    ['the end of names', 'duration', ['assigneeDuration', 'groupDuration', 'statusDuration']],
    ['nothing like it', 'priority', []],
    ['nothing at all', '', []],
  ])('%s: %s', (_what, name, expected) => {
    expect(nearNames(name, REPORTS)).toEqual(expected)
  })

  it('are sorted by similarity, then by name', () => {
    expect(nearNames('cat', ['cut', 'bat', 'cat', 'cart'])).toEqual(['cat', 'bat', 'cart'])
  })

  it('are at most three distinct names', () => {
    expect(nearNames('cat', ['bat', 'cut', 'rat', 'hat', 'bat'])).toEqual(['bat', 'cut', 'hat'])
  })

  it('differ in at most four of ten letters', () => {
    expect(nearNames('abcdefghij', ['abcdefwxyz'])).toEqual(['abcdefwxyz'])
    expect(nearNames('abcdefghij', ['abcdevwxyz'])).toEqual([])
  })

  it('differ from a short name in one letter', () => {
    expect(nearNames('ab', ['ax', 'xy'])).toEqual(['ax'])
  })

  it('are not searched for long names, or among more than 20,000 names', () => {
    const long = 'a'.repeat(101)
    expect(nearNames(long, [long])).toEqual([])
    const names = Array.from({ length: 20_000 }, () => 'unrelatedName')
    expect(nearNames('cat', [...names, 'cut'])).toEqual([])
    expect(nearNames('cat', [...names.slice(1), 'cut'])).toEqual(['cut'])
  })

  it('include a name with any one letter changed', () => {
    const name = fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom(...'abcdef') })
    const changed = fc.tuple(name, fc.nat())
    fc.assert(
      fc.property(changed, ([word, location]) => {
        const at = location % word.length
        const wrong = `${word.slice(0, at)}z${word.slice(at + 1)}`
        expect(nearNames(wrong, ['unrelatedName', word])).toEqual([word])
      }),
      runs(100),
    )
  })

  it('start with the name itself', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 2, maxLength: 8, unit: fc.constantFrom(...'abc') }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(names, all => {
        for (const name of all) expect(nearNames(name, all)[0]).toBe(name)
      }),
      runs(100),
    )
  })
})
