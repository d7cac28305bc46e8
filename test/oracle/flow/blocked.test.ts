import { compareBlocked } from './compare-blocked.ts'
import { followLinks, prepareCheck } from './flow-check.ts'
import { flowOracle } from './flow-oracle.ts'

// Compares flow/blocked with the definitions in src/core/measure/flow/blocked-reasons.ts, and follows its links.
flowOracle('what blocks matches the definitions', 8, async (store, tracker, generated) => {
  const check = await prepareCheck(store, tracker, generated)
  await followLinks(check, await compareBlocked(check))
})
