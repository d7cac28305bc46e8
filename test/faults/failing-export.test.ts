import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { demoFolder } from '../support/demo-store.ts'
import { sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import {
  type ExportingServer,
  ended,
  filesOf,
  inject,
  post,
  request,
  serveExports,
  started,
  stop,
  WHOLE,
  waiting,
} from './exporting-server.ts'
import { CAN_INJECT } from './injected-fault.ts'

const WRITES = 'write,pwrite64'
const FULL = 'no space left on device'
const UNWRITTEN = (reason: string) => `The file could not be written: ${reason}. Nothing of it was kept.`

/** The failures of this run. */
const DRAWN = IS_BUILT ? sample('failing exports', ['calls', 'disk', 'limit'], 1) : []

const folder = temporaryFolder()
const demo = join(folder, 'store')

beforeAll(() => demoFolder(demo))
beforeEach(() => rmSync(join(demo, 'exports'), { recursive: true, force: true }))

/** Expects that a server answers, and that exports have no files but their states. */
async function expectClean(server: ExportingServer): Promise<void> {
  const list = `${server.address}/rest/tis/report/1.0/api/list?filterType=project&projectKey=WEB&columnsBy=statusCount`
  expect((await fetch(list)).status).toBe(200)
  const exportsFolder = join(server.store, 'exports')
  for (const id of readdirSync(exportsFolder)) expect(filesOf(join(exportsFolder, id))).toEqual(['state.json'])
}

/** Expects that the next export is complete. */
async function expectNext(server: ExportingServer): Promise<void> {
  expect(await ended(server, await started(server, `${WHOLE}&outputType=CSV`))).toMatchObject({ status: 'Successful' })
}

/** The first failing system call, on a file of the export. */
const FAILURES = [
  { what: 'its state', format: 'XLSX', calls: WRITES, file: 'state.json.new', error: 'ENOSPC', reason: FULL },
  { what: 'a work file', format: 'XLSX', calls: WRITES, file: 'work/List/list_row.parquet', error: 'ENOSPC', reason: FULL },
  { what: 'a work file later', format: 'XLSX', calls: WRITES, file: 'work/Sum/answer_cell.parquet', error: 'EIO', reason: 'input/output error' },
  { what: 'the ids', format: 'CSV', calls: WRITES, file: 'ids/contained.parquet', error: 'ENOSPC', reason: FULL },
  { what: 'its file', format: 'CSV', calls: 'write', file: 'file.part', error: 'ENOSPC', reason: FULL },
  { what: 'its Parquet file', format: 'PARQUET', calls: WRITES, file: 'file.part', error: 'ENOSPC', reason: FULL },
  { what: 'the flush of its file', format: 'NDJSON', calls: 'fsync', file: 'file.part', error: 'EIO', reason: 'i/o error' },
  { what: 'the name of its file', format: 'XLSX', calls: 'rename', file: 'file.part', error: 'ENOSPC', reason: FULL },
  { what: 'its last state', format: 'CSV', calls: 'rename', file: 'state.json.new', when: '2', error: 'ENOSPC', reason: FULL },
] // biome-ignore format: a table

describe.runIf(CAN_INJECT && DRAWN.includes('calls'))('an export whose disk fails', () => {
  it.each(sample('failing export', FAILURES, 1))(
    'at $what says so, and leaves nothing',
    async ({ format, calls, file, error, reason, when = '1' }) => {
      const server = await serveExports(demo)
      const held = await waiting(server, `${WHOLE}&outputType=${format}`)
      const paths = [join(held.folder, file)]
      const tracer = await inject(server.child, { calls, paths, effect: `error=${error}`, when })
      await held.release()
      expect(await ended(server, held.id)).toMatchObject({ status: 'Failed', message: UNWRITTEN(reason) })
      expect(await tracer.detach()).toContain('(INJECTED)')
      const download = await request(server, `/${held.id}/download`)
      expect([download.status, ((await download.json()) as { messages: string[] }).messages]).toEqual([
        404,
        [UNWRITTEN(reason)],
      ])
      await expectClean(server)
      await expectNext(server)
      await stop(server)
    },
  )
})

const disk = join(folder, 'disk')
const IS_DISK_DRAWN = DRAWN.includes('disk')
const CAN_MOUNT = IS_DISK_DRAWN && mounted()
if (IS_DISK_DRAWN && !CAN_MOUNT) console.log('test/faults: no small disk can be mounted here, so none is filled')

function mounted(): boolean {
  mkdirSync(disk)
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]).status === 0
}

describe.runIf(CAN_MOUNT)('an export to a full disk', () => {
  const store = join(disk, 'store')
  const ballast = join(disk, 'ballast')
  beforeAll(() => cpSync(demo, store, { recursive: true, filter: path => !/(\.control|exports)$/.test(path) }))
  afterAll(() => void spawnSync('umount', ['-l', disk]))

  /** Leaves so much space, in bytes. */
  function leave(space: number): void {
    rmSync(ballast, { force: true })
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - space))
  }

  it('is not started without space, fails if space runs out, and works again with space', async () => {
    const server = await serveExports(store)
    leave(0)
    const refused = await post(server, `${WHOLE}&outputType=XLSX`)
    expect([refused.status, await refused.json()]).toMatchObject([500, { message: UNWRITTEN(FULL) }])
    expect(readdirSync(join(store, 'exports'))).toEqual([])
    // Exports leave 16 MB to the store. The tables alone need more than 50 kB, so the check after them finds it.
    for (const space of sample('space for an export', [15, 16.05], 1)) {
      leave(space * 1024 * 1024)
      const id = await started(server, `${WHOLE}&fields=summary&outputType=NDJSON`)
      expect(await ended(server, id)).toMatchObject({ status: 'Failed', message: UNWRITTEN(FULL) })
      await expectClean(server)
    }
    rmSync(ballast)
    await expectNext(server)
    await stop(server)
  })
})

describe.runIf(DRAWN.includes('limit'))('an export beyond the limit of file sizes', () => {
  // A real limit of the system that needs no permission: writes beyond 64 kB of a file fail.
  const limited = { under: ['bash', '-c', 'ulimit -f 64; exec "$0" "$@"'] }

  const FORMATS = [
    ['CSV', 'transitionCount'],
    ['NDJSON', 'transitionCount'],
    ['PARQUET', 'transitionCount'],
    ['XLSX', 'statusDuration&calendar=normalHours'],
  ]

  it.each(sample('export beyond a limit', FORMATS, 1))('fails as %s, and leaves nothing', async (format, columnsBy) => {
    const server = await serveExports(demo, limited)
    const id = await started(
      server,
      `filterType=customjql&customjql=ORDER BY key&columnsBy=${columnsBy}&fields=summary&outputType=${format}`,
    )
    expect(await ended(server, id)).toMatchObject({ status: 'Failed', message: UNWRITTEN('file too large') })
    await expectClean(server)
    await stop(server)
  })
})
