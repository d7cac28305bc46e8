import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/edge/cli/run.ts'
import { testContext } from '../edge/cli/test-context.ts'
import { IS_BUILT } from '../support/built-program.ts'
import { commandHere } from '../support/command-here.ts'
import { sample } from '../support/sampling.ts'
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
import { messageError, serve, sojourn } from './real-process.ts'
import { sharedTrial } from './trial-store.ts'

const WORKS = [
  { kind: 'an import', work: importing },
  { kind: 'a first import', work: importingFirst },
  { kind: 'a small change', work: changing },
  { kind: 'a backup', work: backingUp },
  { kind: 'a restore', work: restoring },
]

/** The free space in kilobytes: less than any operation needs. */
const SPACES = [0, 4, 16, 64, 128, 256, 400, 600, 800, 1000, 1200, 1500]

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
    const trial = await sharedTrial(60)
    location = { folder: disk, store: join(disk, 'store'), backup: join(folder, 'a.backup'), trial }
    await commandHere('backup', location.backup, '--store', trial.stores.a)
  })

  afterAll(() => void spawnSync('umount', ['-l', disk]))

  const SERVING = 'a server'
  const drawn = sample('full disk', [...WORKS.map(({ kind }) => kind), SERVING], 1)
  const cases = WORKS.filter(({ kind }) => drawn.includes(kind)).flatMap(work =>
    SPACES.map(space => ({ ...work, space })),
  )

  it.each(sample('space', cases, 1))(
    'during $kind with $space kB is reported, and nothing is lost; with free space it succeeds',
    ({ work, space }) => tried(work, space),
  )

  it.runIf(drawn.includes(SERVING))(
    'makes a server not ready; it continues to respond, and is ready again with free space',
    async () => {
      importing(location).prepare()
      const { address, child, ended } = await serve(location.store)
      const readiness = async () => {
        const answer = await fetch(`${address}/readyz`)
        return [answer.status, ((await answer.json()) as { detail?: string }).detail]
      }
      await expect.poll(readiness).toEqual([200, undefined])
      fill(0)
      await expect.poll(readiness).toEqual([503, 'The store is not ready: no space left on device.'])
      const report = `${address}/rest/tis/report/1.0/api/list?filterType=project&projectKey=WEB&columnsBy=statusCount`
      expect((await fetch(report)).status).toBe(200)
      rmSync(ballast)
      await expect.poll(readiness).toEqual([200, undefined])
      child.kill('SIGTERM')
      expect((await ended).status).toBe(0)
    },
  )

  it('during an import of a long history is reported with the folder of the store', async () => {
    importing(location).prepare()
    const issue = JSON.parse(readFileSync(location.trial.files.b, 'utf8').split('\n')[0]!)
    const file = join(folder, 'long.json')
    const histories = Array.from({ length: 10_000 }, (_, i) => ({
      id: String(i),
      created: new Date(Date.UTC(2024, 2, 2) + i * 60_000).toISOString().replace('Z', '+0000'),
      items: [{ field: 'summary', fromString: `Summary ${i}`, toString: `Summary ${i + 1}` }],
    }))
    writeFileSync(file, JSON.stringify({ ...issue, id: '5000', key: 'WEB-5000', changelog: { histories } }))
    fill(1000)
    const context = testContext()
    const code = await run(['import', file, '--store', location.store], context)
    rmSync(ballast)
    expect([code, context.err.text()]).toEqual([
      1,
      `The store ${location.store} stopped working: no space left on device. Free space or memory, then start again. No acknowledged change is lost.\n`,
    ])
  })

  /** Runs the operation with that much space, and checks the result. */
  async function tried(make: (location: TrialFolder) => FaultedOperation, space: number): Promise<void> {
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
  }

  function fill(space: number): void {
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - space * 1024)))
  }
})
