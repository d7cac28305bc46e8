import { compareStability } from './compare-stability.ts'
import { prepareCheck } from './flow-check.ts'
import { flowOracle } from './flow-oracle.ts'

// Compares flow/stability with the definitions in src/core/measure/flow/stability.ts.
flowOracle('stability matches the definitions', 8, async (store, tracker, generated) =>
  compareStability(await prepareCheck(store, tracker, generated), generated),
)
