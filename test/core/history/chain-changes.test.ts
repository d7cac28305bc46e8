import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChainEnds, chained, keyOf } from '../../../src/core/history/chain-changes.ts'
import type { Change } from '../../../src/core/history/model.ts'
import { orderChanges } from '../../../src/core/history/order-changes.ts'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { change, history, value } from '../../support/notation.ts'
import { runs } from '../../support/sampling.ts'

const LETTERS = ['A', 'B', 'C', 'D']

/** Returns changes of one instant, in the order of their ids: `AB BC` is from A to B, then from B to C. */
function changesOf(text: string, at = 5, first = 1): Change[] {
  return text
    .split(' ')
    .map(([from, to], i) => change('status', at, [value(from!)], [value(to!)], String(first + i).padStart(3, '0')))
}

function textOf(changes: readonly Change[] | null): string | null {
  return changes?.map(({ from, to }) => `${from[0]!.id}${to[0]!.id}`).join(' ') ?? null
}

const key = (letter: string) => keyOf([value(letter)])
const ends = (held: string | null, next = ''): ChainEnds => ({
  held: held === null ? null : key(held),
  next: new Set([...next].map(key)),
})

describe('changes of one instant', () => {
  it.each([
    ['whose ids run against the chain', 'BC AB', 'A', '', 'AB BC'],
    ['at the first logged instant start at any value', 'BC AB', null, '', 'AB BC'],
    ['return to the value held before', 'BA AB', 'A', '', 'AB BA'],
    ['in a circle start so that they end in the next value', 'AB BA', null, 'B', 'BA AB'],
    ['in a circle start at the smallest id without a next value', 'AB BA', null, '', 'AB BA'],
    ['with several chains take the one with the smallest ids', 'AB BA AC CA', 'A', '', 'AB BA AC CA'],
    ['leave the only way out for last', 'AB AC CA', 'A', '', 'AC CA AB'],
  ])('%s', (_, text, held, next, expected) => {
    expect(textOf(chained(changesOf(text), ends(held, next)))).toBe(expected)
  })

  it.each([
    ['that start at another value than the one held', 'AB BC', 'D'],
    ['that come from one value twice', 'AB AC', 'A'],
    ['in two parts', 'AB CD', 'A'],
    ['in two circles', 'AB BA CD DC', 'A'],
  ])('are no chain %s', (_, text, held) => {
    expect(chained(changesOf(text), ends(held))).toBeNull()
  })

  it('are the smallest of all chains, as trying all orders shows', () => {
    const letter = fc.constantFrom(...LETTERS)
    const texts = fc.array(
      fc.tuple(letter, letter).map(pair => pair.join('')),
      { minLength: 1, maxLength: 6 },
    )
    const nexts = fc.subarray(LETTERS).map(all => all.join(''))
    fc.assert(
      fc.property(texts, fc.option(letter), nexts, (pairs, held, next) => {
        const changes = changesOf(pairs.join(' '))
        const found = chained(changes, ends(held, next))
        expect(entries(found)).toEqual(entries(smallestChain(changes, held, next)))
      }),
      runs(100),
    )
  })
})

function entries(changes: readonly Change[] | null): readonly string[] | null {
  return changes?.map(({ entry }) => entry) ?? null
}

/** Returns the first chain among all orders, which ends in a next value if any does. */
function smallestChain(changes: readonly Change[], held: string | null, next: string): readonly Change[] | null {
  const chains = ordersOf(changes).filter(
    order =>
      (held === null || order[0]!.from[0]!.id === held) &&
      order.every(({ from }, i) => i === 0 || from[0]!.id === order[i - 1]!.to[0]!.id),
  )
  return chains.find(order => next.includes(order.at(-1)!.to[0]!.id)) ?? chains[0] ?? null
}

/** Returns all orders, the smallest list of positions first. */
function ordersOf<T>(all: readonly T[]): (readonly T[])[] {
  if (all.length < 2) return [all]
  return all.flatMap((one, i) => ordersOf(all.toSpliced(i, 1)).map(rest => [one, ...rest]))
}

describe('a history', () => {
  it('in which a migration logged two changes at once in the wrong order needs no repair', () => {
    const changes = [...changesOf('AB', 5, 1), ...changesOf('CD BC', 9, 2)]
    const { stays, repairs } = toStays(history({ status: 'D@0' }, { changes }), () => false)
    expect(repairs).toEqual([])
    expect(stays.filter(({ field }) => field === 'status').map(one => [one.value!.id, one.entered, one.left])).toEqual([
      ['A', 0, 5],
      ['B', 5, 9],
      ['C', 9, 9],
      ['D', 9, null],
    ])
  })

  it('keeps the order of ids where there is no chain', () => {
    const changes = changesOf('AB AC')
    expect(orderChanges(history({ status: 'C@0' }, { changes })).changes).toEqual(changes)
  })
})
