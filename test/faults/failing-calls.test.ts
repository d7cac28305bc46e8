import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { commandHere } from '../support/command-here.ts'
import { drawing, IS_DEEP, SEED, sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
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
import { messageError } from './real-process.ts'
import { sharedTrial } from './trial-store.ts'

const WORKS = {
  import: importing,
  'first import': importingFirst,
  change: changing,
  backup: backingUp,
  restore: restoring,
}

const folder = realpathSync(temporaryFolder())
let location: TrialFolder

if (!CAN_INJECT) console.log('test/faults: no strace that can inject faults, so no call of the system is made to fail')

describe.runIf(IS_BUILT && CAN_INJECT)(`a failing system call (SOJOURN_SEED=${SEED})`, () => {
  beforeAll(async () => {
    const trial = await sharedTrial(60)
    location = { folder, store: join(folder, 'store'), backup: join(folder, 'a.backup'), trial }
    await commandHere('backup', location.backup, '--store', trial.stores.a)
  })

  const kinds = Object.keys(WORKS) as (keyof typeof WORKS)[]
  const works = kinds.flatMap(kind => (IS_DEEP ? FAULTS : ['one']).map(fault => ({ kind, fault })))

  it.each(sample('failing call', works, 1))('during a $kind loses nothing ($fault)', async ({ kind, fault }) => {
    const work = WORKS[kind](location)
    if (fault === 'one') await tryOne(work)
    else await tryAll(work, fault as Fault)
  })

  /** Tries drawn faults until one occurs: an operation may make fewer calls than expected. */
  async function tryOne(work: FaultedOperation): Promise<void> {
    const draw = drawing(work.name)
    const all = work.locations.flatMap((_, location) => FAULTS.map(fault => ({ location, fault })))
    for (;;) {
      const { location, fault } = all[Math.floor(draw() * all.length)]!
      if (await tried(work, location, fault, 1 + Math.floor(draw() * work.locations[location]!.calls))) return
    }
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
    const what = `${work.name}: ${call} ${nth} of ${paths.join(', ') || 'all'}: ${fault}: ${ended.status} ${ended.err.trim()}`
    if (ended.fired && ended.status !== 0 && ended.signal === null) expect(messageError(ended), what).toBeNull()
    if (!ended.fired) expect(ended.status, what).toBe(0)
    else await work.check(ended).catch(error => Promise.reject(new Error(what, { cause: error })))
    return ended.fired
  }
})
