import fc from 'fast-check'

/** One of these. */
export const pick = <T>(...all: T[]) => fc.constantFrom(...all)

/** What is usual, but for once in so many times. */
export const seldom = <T>(thing: fc.Arbitrary<T>, usual: T, times = 8) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: thing })
