import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { commandHere } from '../support/command-here.ts'
import { IS_DEEP, SEED, sample, spread } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import {
  backingUp,
  type FaultedOperation,
  importing,
  importingFirst,
  restoring,
  type TrialFolder,
} from './faulted-works.ts'
import { KILLS, killAlong } from './kill-along.ts'
import { done, serve } from './real-process.ts'
import { contentsIn, sharedTrial } from './trial-store.ts'

const REPORT = [
  ...['aggregation', 'filterType=project', 'projectKey=WEB', 'columnsBy=statusDuration', 'calendar=normalHours'],
  ...['aggregationType=sum', 'groupByFields=assignee', 'asOf=2024-04-01', 'outputType=csv'],
]
/** The response of an overloaded server. */
const BUSY = 'busy'

describe.runIf(IS_BUILT)(`a killed process (SOJOURN_SEED=${SEED})`, () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  const backup = join(folder, 'a.backup')
  let location: TrialFolder
  let report: string

  beforeAll(async () => {
    const trial = await sharedTrial(IS_DEEP ? 1000 : 60)
    location = { folder, store, backup, trial }
    await commandHere('backup', backup, '--store', trial.stores.a)
    report = (await done(['report', ...REPORT, '--store', trial.stores.abc])).out
    expect(report.split('\n').length).toBeGreaterThan(7)
  })

  const WORKS = [
    { kind: 'an import', work: importing },
    { kind: 'a first import', work: importingFirst },
    { kind: 'a backup', work: backingUp },
    { kind: 'a restore', work: restoring },
    { kind: 'a report', work: reporting },
  ]
  const SERVING = 'a server'
  const drawn = sample('killed', [...WORKS.map(({ kind }) => kind), SERVING], 1)

  it.each(WORKS.filter(({ kind }) => drawn.includes(kind)))(
    'at any time of $kind leaves whole imports, and the next one succeeds',
    async ({ work }) => {
      await killAlong(work(location))
    },
  )

  it.runIf(drawn.includes(SERVING))(
    'while it responds to reports changes nothing, and the next one serves',
    async () => {
      for (const share of spread('server', KILLS)) {
        rmSync(store, { recursive: true, force: true })
        cpSync(location.trial.stores.abc, store, { recursive: true })
        const { child, ended, address } = await serve(store)
        const answers = Array.from({ length: 3 }, () => requestUntilExit(address))
        await setTimeout(share * 1000)
        child.kill('SIGKILL')
        expect(await ended).toMatchObject({ signal: 'SIGKILL', err: '' })
        for (const answer of (await Promise.all(answers)).flat()) expect([report, BUSY]).toContain(answer)
        expect(await contentsIn(store)).toEqual(location.trial.contents.abc)
        const next = await serve(store)
        expect(await reportOf(next.address)).toBe(report)
        next.child.kill('SIGTERM')
        expect(await next.ended).toMatchObject({ status: 0, err: '' })
      }
    },
  )

  /** Runs a report, which changes nothing. */
  function reporting(): FaultedOperation {
    const args = ['report', ...REPORT, '--store', store]
    return {
      name: 'a report',
      prepare: () => cpSync(location.trial.stores.abc, store, { recursive: true }),
      args,
      check: async ended => {
        if (ended.status === 0) expect(ended.out).toBe(report)
        expect(await contentsIn(store)).toEqual(location.trial.contents.abc)
        expect((await done(args)).out).toBe(report)
      },
      locations: [],
    }
  }

  async function reportOf(address: string): Promise<string> {
    const [kind, ...parameters] = REPORT
    const answer = await fetch(`${address}/rest/tis/report/1.0/api/${kind}?${parameters.join('&')}`)
    return answer.status === 429 ? BUSY : answer.text()
  }

  /** Returns all responses of a server until it exits. */
  async function requestUntilExit(address: string): Promise<string[]> {
    const answers: string[] = []
    for (;;) {
      const answer = await reportOf(address).catch(() => null)
      if (answer === null) return answers
      answers.push(answer)
    }
  }
})
