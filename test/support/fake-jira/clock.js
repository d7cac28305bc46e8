// @ts-check

/**
 * @typedef {object} FakeClock
 * @property {() => number} now Milliseconds.
 * @property {(ms: number) => void} advance
 * @property {(ms: number) => void} set
 */

/**
 * Returns a clock that shows `start` and stands still, or runs on from there.
 *
 * @param {number} start Milliseconds.
 * @param {boolean} isRunning
 * @returns {FakeClock}
 */
export function createClock(start, isRunning) {
  const passed = () => (isRunning ? Date.now() : 0)
  let offset = start - passed()
  return {
    now: () => passed() + offset,
    advance: ms => {
      offset += ms
    },
    set: ms => {
      offset = ms - passed()
    },
  }
}
