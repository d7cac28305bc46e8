// @ts-check

/**
 * @typedef {object} Random
 * @property {() => number} next A number from 0 up to 1.
 * @property {(limit: number) => number} below A whole number from 0 up to a limit.
 * @property {<T>(list: readonly T[]) => T} pick
 * @property {(probability: number) => boolean} chance
 */

/**
 * Returns random numbers that depend only on the seed (mulberry32).
 *
 * @param {number} seed
 * @returns {Random}
 */
export function seededRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: list => /** @type {typeof list[number]} */ (list[below(list.length)]),
    chance: probability => next() < probability,
  }
}
