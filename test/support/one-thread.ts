import { IS_DEEP } from './sampling.ts'

/**
 * The limits of stores of tests, except in deep runs: threads that wait for work cost CPU time, and a small store has no
 * work for more than one.
 */
export const ONE_THREAD = IS_DEEP ? {} : { threads: 1 }
