import fc from 'fast-check'

/** Generates one of these. */
export const pick = <T>(...all: T[]) => fc.constantFrom(...all)

/** Generates the usual value, except once in this many times. */
export const seldom = <T>(thing: fc.Arbitrary<T>, usual: T, times = 8) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: thing })
