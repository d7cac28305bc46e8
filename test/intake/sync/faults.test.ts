import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAULT_KINDS } from '../../support/fake-jira/fault-kinds.js'
import { startFakeJira } from '../../support/fake-jira.js'
import { IS_DEEP, sample, sampleOfCommit } from '../../support/sampling.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { type FakeJira, LiveStore } from './live-store.ts'
import { storeContent } from './store-content.ts'
import { DAY, MINUTE } from './synced-store.ts'

type FaultName = keyof typeof FAULT_KINDS

/** Faults that change the tracker, or take real time. */
const LEFT_OUT: ReadonlySet<string> = new Set(['write', 'slow-body', 'timeout'])

const NAMES = (Object.keys(FAULT_KINDS) as FaultName[]).filter(name => !LEFT_OUT.has(name))

/** Requests of a first round, at which faults are tried. */
const REQUESTS = Array.from({ length: 40 }, (_, i) => i + 1)

/** How often a fault occurs: once, or so often that all retries fail, too. The latter is tried at each fourth request. */
const TIMES = [
  { times: 1, requests: REQUESTS },
  { times: 12, requests: REQUESTS.filter(at => at % 4 === 0) },
]

describe.each(sampleOfCommit('dialects of faults', ['server', 'cloud'] as const, 1))(
  'a first round over a %s',
  dialect => {
    let fake: FakeJira
    let fresh: readonly string[]

    beforeAll(async () => {
      fake = await startFakeJira({ dialect, issues: 24, projects: 2, maxLog: 12, logs: [41], searchPage: 10 })
      fresh = await withTemporaryStore(async store => {
        await (await LiveStore.over(store, fake)).round()
        return storeContent(store)
      })
    })

    afterAll(() => fake.stop())

    /** Returns whether the fault occurred. */
    async function survives(kind: FaultName, at: number, times: number): Promise<boolean> {
      return withTemporaryStore(async store => {
        const live = await LiveStore.over(store, fake)
        fake.faults.clear()
        const fault = fake.faults.add({ kind, at, times, megabytes: 10, address: 'http://127.0.0.1:9/' })
        const { state } = await live.round()
        const { fired } = fault
        fake.faults.clear()
        await live.reopen()
        // Failed issues are tried again within a day.
        live.wait(DAY + MINUTE)
        for (let i = 0; i < 2; i++) {
          const clean = await live.round({ census: true, acceptLoss: true })
          expect({ kind, at, times, state, clean: clean.state, reason: clean.reason }).toMatchObject({ clean: 'live' })
          live.wait(5 * MINUTE)
        }
        await live.reopen()
        expect({ kind, at, times, state, content: await storeContent(store) }).toMatchObject({ content: fresh })
        return fired > 0
      })
    }

    it.each(sample(`faults ${dialect}`, NAMES, 1))('with %s at any request is repaired by clean rounds', async name => {
      if (!IS_DEEP) {
        const [times] = sample(`times ${dialect}`, [1, 12], 1)
        // Later ones are mostly requests of a kind that came before.
        const [at] = sample(`requests ${dialect}`, REQUESTS.slice(0, 16), 1)
        await survives(name, at!, times!)
      } else {
        for (const { times, requests } of TIMES)
          for (const at of requests) if (!(await survives(name, at, times))) break
      }
    })
  },
)
