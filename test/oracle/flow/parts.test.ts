import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { checkedFlow, flowText } from '../../support/flow-text.ts'
import type { Tracker } from '../../support/tracker-world.ts'
import { plainAnswer, plainTracker } from '../jql-plain.ts'
import { prepareCheck } from './flow-check.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowParametersOf } from './world.ts'

// Compares the issues of each part of a forecast with the definition of its query.
flowOracle('the parts of a forecast match the definitions', 12, check)

const clauses = fc.constantFrom(
  ...['status = Doing', 'status != Done', 'status WAS Review', 'status WAS NOT Open', 'status CHANGED TO Done'],
  ...[
    'labels = x',
    'labels != Y',
    'labels IS EMPTY',
    'assignee CHANGED',
    'fixVersion IN (v1, v2)',
    'fixVersion IS EMPTY',
  ],
  ...['assignee = Ann', 'assignee IS EMPTY', 'assignee WAS Bob', 'assignee IN membersOf(devs)', 'type = Bug'],
  ...['key IN (KEYS)', 'created > "2024-03-01"', 'project = AB'],
)
const queries = fc.oneof(
  clauses,
  fc
    .tuple(clauses, fc.constantFrom('AND', 'OR', 'AND NOT', 'OR NOT'), clauses)
    .map(([one, how, other]) => `${one} ${how} ${other}`),
)
const lists = fc.array(queries, { minLength: 1, maxLength: 5 })

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const prepared = await prepareCheck(store, tracker, generated)
  const { deps, request, issues } = prepared
  const plain = plainTracker(tracker)
  const keys = new Map(tracker.issues.map(({ id, key }) => [id, key]))
  const someKeys = [...keys.values()].filter((_, i) => i % 3 === 0).join(', ')
  for (const drawn of fc.sample(lists, { seed: generated.from + generated.tolerance, numRuns: 3 })) {
    const then = drawn.map(query => query.replaceAll('KEYS', someKeys))
    const sent = then.map(value => ({ name: 'then', value, location: 'query' as const }))
    const parameters = [...flowParametersOf(request), ...sent]
    const { parts } = checkedFlow('forecast', await flowText({ endpoint: 'forecast', parameters }, deps))
    const matching = then.map(query => new Set(plainAnswer(query, plain).map(id => keys.get(id))))
    const expected = [0, ...then.map(() => 0)]
    for (const { issue, stays } of issues) {
      const { finish, isFinishUnknown } = flowMoments(stays)
      if (finish === null && !isFinishUnknown)
        expected[matching.findIndex(found => found.has(issue.history.key)) + 1]!++
    }
    const actual = parts!.map(({ count }) => count)
    if (!isDeepStrictEqual(actual, expected)) expect([then, actual]).toEqual([then, expected])
    const middle = Math.floor(then.length / 2)
    const { items: link } = parts![middle]!
    const linked = [...flowParametersOf(request, { ...link, pageSize: '1' }), ...sent]
    const { total } = checkedFlow('items', await flowText({ endpoint: 'items', parameters: linked }, deps))
    expect([then, total]).toEqual([then, expected[middle]])
  }
}
