import { expect } from 'vitest'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { flowText } from '../../support/flow-text.ts'
import type { Tracker } from '../../support/tracker-world.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

/** Issues of each request whose stays are compared. */
const COMPARED = 3

// Compares the numbers of issues, which SQL computes, with the sums over their stays, which the definitions compute.
flowOracle('the stays of an issue add up to its flow', 2, check)

interface Stay {
  readonly kind: string
  readonly entered: string
  readonly left: string | null
  readonly time: number
  readonly counted: number
  readonly blocked: number | null
  readonly active: number
  readonly waiting: number
  readonly rework: number
  readonly moves: readonly string[]
}

interface Item {
  readonly key: string
  readonly created: string
  readonly state: string
  readonly start: string | null
  readonly finish: string | null
  readonly cycleTime: number | null
  readonly age: number | null
  readonly blocked: number | null
  readonly stays: { readonly issueKey: string }
}

async function check(store: Store, _: Tracker, request: FlowOracleRequest): Promise<void> {
  await saveWorkflow(store, request.workflow)
  const all = { levels: 'all', state: 'all', from: '1970-01-01', to: '' }
  const { items } = (await answer(store, 'items', request, all)) as { readonly items: readonly Item[] }
  for (const { stays: link, ...item } of items.toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, COMPARED)) {
    const found = await answer(store, 'stays', request, { ...all, ...link })
    expect(found.item).toEqual(item)
    const stays = found.stays as readonly Stay[]
    expect(numbersOf(stays, item)).toEqual(item)
    checkSources(found, item)
    expect(stays.map(({ entered }) => entered).slice(1)).toEqual(stays.slice(0, -1).map(({ left }) => left))
    expect([stays[0]!.entered, stays.at(-1)!.left]).toEqual([item.created, null])
  }
}

/** Checks the law of sources: the longest is at most the blocked time of the item, and that is at most their sum. */
function checkSources(
  found: Readonly<Record<string, unknown>>,
  { blocked, cycleTime, age }: Omit<Item, 'stays'>,
): void {
  const sources = found.blockedBySource as readonly { readonly source: string; readonly time: number }[] | null
  if (sources === null) {
    expect(blocked).toBeNull()
    return
  }
  const named = (some: unknown) => new Set((some as typeof sources).map(({ source }) => source))
  expect(named(sources)).toEqual(named(found.blockedIntervals))
  if (cycleTime !== null || age !== null) expect(blocked).not.toBeNull()
  const times = sources.map(({ time }) => time)
  expect(Math.max(0, ...times)).toBeLessThanOrEqual(blocked ?? 0)
  expect(times.reduce((sum, time) => sum + time, 0)).toBeGreaterThanOrEqual(blocked ?? 0)
}

/** Returns an item with the numbers that its stays give. */
function numbersOf(stays: readonly Stay[], item: Omit<Item, 'stays'>) {
  const sum = (of: (stay: Stay) => number) => stays.reduce((total, stay) => total + of(stay), 0)
  const moves = (move: string) => stays.filter(stay => stay.moves.includes(move))
  const counted = sum(stay => stay.counted)
  const isTimed = item.cycleTime !== null || item.age !== null
  const ifTimed = (time: number) => (isTimed || time !== 0 ? time : null)
  return {
    ...item,
    start: moves('start')[0]?.entered ?? null,
    finish: moves('finish')[0]?.entered ?? null,
    cycleTime: item.state === 'finished' ? ifTimed(counted) : null,
    age: item.state === 'inProgress' || item.state === 'parked' ? counted : null,
    active: ifTimed(sum(({ active }) => active)),
    waiting: ifTimed(sum(({ waiting }) => waiting)),
    blocked: stays.some(({ blocked }) => blocked === null) ? null : ifTimed(sum(({ blocked }) => blocked!)),
    reworkTime: ifTimed(sum(({ rework }) => rework)),
    unmapped: sum(({ kind, time }) => (kind === 'unmapped' ? time : 0)),
    bounces: moves('backward').length,
    reopened: moves('reopened').length,
  }
}

async function answer(
  store: Store,
  endpoint: FlowEndpoint,
  request: FlowOracleRequest,
  more: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const deps = flowDeps(store)
  const sent = { endpoint, parameters: flowParametersOf(request, more) }
  return JSON.parse(await flowText(sent, deps))
}
