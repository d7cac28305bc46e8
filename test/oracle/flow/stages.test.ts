import { compareStages } from './compare-stages.ts'
import { prepareCheck } from './flow-check.ts'
import { flowOracle } from './flow-oracle.ts'

// Compares flow/stages with the definitions in src/core/measure/flow/stage-stays.ts.
flowOracle('stages match the definitions', 8, async (store, tracker, generated) =>
  compareStages(await prepareCheck(store, tracker, generated)),
)
