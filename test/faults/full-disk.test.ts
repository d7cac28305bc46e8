import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { drawing, IS_LONG, LASTS } from './drawn.ts'
import { backingUp, changing, importing, importingFirst, restoring, type TrialFolder } from './faulted-works.ts'
import { done, messageError, serve, sojourn } from './real-process.ts'
import { makeTrial } from './trial-store.ts'

const WORKS = [
  { kind: 'an import', work: importing, few: 2 },
  { kind: 'a first import', work: importingFirst, few: 1 },
  { kind: 'a small change', work: changing, few: 1 },
  { kind: 'a backup', work: backingUp, few: 1 },
  { kind: 'a restore', work: restoring, few: 1 },
]

/** The free space in kilobytes: less than any operation needs. */
const SPACES = [0, 4, 16, 64, 128, 256, 400, 600, 800, 1000, 1200, 1500]

const POLL = { timeout: 20_000, interval: 200 }

const folder = temporaryFolder()
const disk = join(folder, 'disk')
const CAN_MOUNT = IS_BUILT && mounted()
if (IS_BUILT && !CAN_MOUNT) console.log('test/faults: no small disk can be mounted here, so none is filled')

function mounted(): boolean {
  mkdirSync(disk)
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk]).status === 0
}

describe.runIf(CAN_MOUNT)('a full disk', () => {
  const ballast = join(disk, 'ballast')
  let location: TrialFolder

  beforeAll(async () => {
    const trial = await makeTrial(folder, 60)
    location = { folder: disk, store: join(disk, 'store'), backup: join(folder, 'a.backup'), trial }
    await done(['backup', location.backup, '--store', trial.stores.a])
  })

  afterAll(() => void spawnSync('umount', ['-l', disk]))

  it.each(WORKS)(
    'during $kind is reported, and nothing is lost; with free space it succeeds',
    LASTS,
    async ({ kind, work, few }) => {
      const draw = drawing(kind)
      const spaces = IS_LONG ? SPACES : Array.from({ length: few }, () => SPACES[Math.floor(draw() * SPACES.length)]!)
      const ended: string[] = []
      for (const space of spaces) ended.push(`${space} kB: ${(await tried(work, space)) ? 'done' : 'failed'}`)
      console.log(`test/faults: ${kind} with ${ended.join(', ')}`)
    },
  )

  it('makes a server not ready; it continues to respond, and is ready again with free space', LASTS, async () => {
    importing(location).prepare()
    const { address, child, ended } = await serve(location.store)
    const readiness = async () => {
      const answer = await fetch(`${address}/readyz`)
      return [answer.status, ((await answer.json()) as { detail?: string }).detail]
    }
    await expect.poll(readiness, POLL).toEqual([200, undefined])
    fill(0)
    await expect.poll(readiness, POLL).toEqual([503, 'The store is not ready: no space left on device.'])
    const report = `${address}/rest/tis/report/1.0/api/list?filterType=project&projectKey=WEB&columnsBy=statusCount`
    expect((await fetch(report)).status).toBe(200)
    rmSync(ballast)
    await expect.poll(readiness, POLL).toEqual([200, undefined])
    child.kill('SIGTERM')
    expect((await ended).status).toBe(0)
  })

  /** Runs the operation with that much space, and checks the result; returns whether it succeeded. */
  async function tried(make: (location: TrialFolder) => ReturnType<typeof importing>, space: number): Promise<boolean> {
    const work = make(location)
    rmSync(join(disk, 'made.backup'), { force: true })
    work.prepare()
    fill(space)
    const ended = await sojourn(work.args)
    const info = await sojourn(['info', '--store', location.store])
    rmSync(ballast)
    const what = `${work.name} with ${space} kB: ${ended.status} ${ended.err}`
    if (ended.status !== 0) {
      expect(messageError(ended), what).toBeNull()
      expect(ended.err, what).toMatch(/no space left on device/)
    }
    if (info.status !== 0) expect(messageError(info), what).toBeNull()
    await work.check(ended).catch(error => Promise.reject(new Error(what, { cause: error })))
    return ended.status === 0
  }

  function fill(space: number): void {
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - space * 1024)))
  }
})
