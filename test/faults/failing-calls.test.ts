import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { drawing, IS_LONG, LASTS, SEED, sample } from './drawn.ts'
import {
  backingUp,
  changing,
  type FaultedOperation,
  importing,
  importingFirst,
  restoring,
  type TrialFolder,
} from './faulted-works.ts'
import { CAN_INJECT, FAULTS, type Fault, withFault } from './injected-fault.ts'
import { done, messageError } from './real-process.ts'
import { makeTrial } from './trial-store.ts'

const WORKS = {
  import: importing,
  'first import': importingFirst,
  change: changing,
  backup: backingUp,
  restore: restoring,
}

/** The number of faults per operation in the short run. */
const FEW = 4

const folder = realpathSync(temporaryFolder())
let location: TrialFolder

if (!CAN_INJECT) console.log('test/faults: no strace that can inject faults, so no call of the system is made to fail')

describe.runIf(IS_BUILT && CAN_INJECT)(`a failing system call (SOJOURN_SEED=${SEED})`, () => {
  const counts = { tried: 0, fired: 0 }

  beforeAll(async () => {
    const trial = await makeTrial(folder, 60)
    location = { folder, store: join(folder, 'store'), backup: join(folder, 'a.backup'), trial }
    await done(['backup', location.backup, '--store', trial.stores.a])
  })

  afterAll(() => {
    console.log(`test/faults: ${counts.fired} of ${counts.tried} faults were met`)
    if (!IS_LONG) expect(counts.fired).toBeGreaterThan(counts.tried / 2)
  })

  const kinds = Object.keys(WORKS) as (keyof typeof WORKS)[]
  it.each(kinds.flatMap(kind => (IS_LONG ? FAULTS : ['some']).map(fault => ({ kind, fault }))))(
    'during a $kind loses nothing ($fault)',
    LASTS,
    async ({ kind, fault }) => {
      const work = WORKS[kind](location)
      if (fault === 'some') await trySome(work)
      else await tryAll(work, fault as Fault)
    },
  )

  async function trySome(work: FaultedOperation): Promise<void> {
    const draw = drawing(work.name)
    const all = work.locations.flatMap((_, location) => FAULTS.map(fault => ({ location, fault })))
    for (const { location, fault } of sample(work.name, all, FEW))
      await tried(work, location, fault, 1 + Math.floor(draw() * work.locations[location]!.calls))
  }

  async function tryAll(work: FaultedOperation, fault: Fault): Promise<void> {
    for (const location of work.locations.keys()) {
      // Calls are counted per thread, so a number may be missing although a later one is not.
      for (let nth = 1, missed = 0; missed < 2; nth++) {
        missed = (await tried(work, location, fault, nth)) ? 0 : missed + 1
      }
    }
  }

  /** Runs the operation with a fault, and checks the result; returns whether the fault occurred. */
  async function tried(work: FaultedOperation, location: number, fault: Fault, nth: number): Promise<boolean> {
    const { call, paths } = work.locations[location]!
    work.prepare()
    const ended = await withFault(work.args, work.locations[location]!, fault, nth)
    counts.tried++
    counts.fired += Number(ended.fired)
    const what = `${work.name}: ${call} ${nth} of ${paths.join(', ') || 'all'}: ${fault}: ${ended.status} ${ended.err.trim()}`
    if (process.env.SOJOURN_FAULTS_TOLD) console.log(`${ended.fired ? 'met' : 'missed'}: ${what}`)
    if (ended.fired && ended.status !== 0 && ended.signal === null) expect(messageError(ended), what).toBeNull()
    if (!ended.fired) expect(ended.status, what).toBe(0)
    else await work.check(ended).catch(error => Promise.reject(new Error(what, { cause: error })))
    return ended.fired
  }
})
