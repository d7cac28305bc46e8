import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { demoFolder } from '../support/demo-store.ts'
import { sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import {
  type ExportingServer,
  ended,
  filesOf,
  inject,
  request,
  serveExports,
  started,
  stop,
  WHOLE,
  waiting,
} from './exporting-server.ts'
import { CAN_INJECT } from './injected-fault.ts'

const WRITES = 'write,pwrite64'

/** A stage of an export that lasts: a slow system call on `file`. `has` exists since before it. */
const STAGES = [
  { stage: 'before its first table', format: 'XLSX', calls: 'mkdir', file: 'work/List', has: 'work' },
  { stage: 'while DuckDB writes a work file', format: 'XLSX', calls: WRITES, file: 'work/List/list_cell.parquet', has: 'work/List/list_cell.parquet' },
  { stage: 'while DuckDB writes the ids of its issues', format: 'CSV', calls: WRITES, file: 'ids/contained.parquet', has: 'ids/contained.parquet' },
  { stage: 'while its file is written', format: 'XLSX', calls: 'write', file: 'file.part', has: 'file.part' },
  { stage: 'while DuckDB writes its file', format: 'PARQUET', calls: WRITES, file: 'file.part', has: 'file.part' },
  { stage: 'while its file is flushed', format: 'CSV', calls: 'fsync', file: 'file.part', has: 'file.part' },
] // biome-ignore format: a table

/** What ends the exports of this run. */
const DRAWN = sample('ends of exports', ['cancel', 'stop', 'quota'], 1)

describe.runIf(IS_BUILT && CAN_INJECT)('an export', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')

  beforeAll(() => demoFolder(store))
  beforeEach(() => rmSync(join(store, 'exports'), { recursive: true, force: true }))

  /** Starts an export, and waits until it is in a stage that lasts two seconds. */
  async function inStage(server: ExportingServer, { format, calls, file, has }: (typeof STAGES)[number]) {
    const held = await waiting(server, `${WHOLE}&outputType=${format}`)
    const path = join(held.folder, file)
    const tracer = await inject(server.child, { calls, paths: [path], effect: 'delay_enter=2000000' })
    await held.release()
    await expect.poll(() => existsSync(join(held.folder, has))).toBe(true)
    return { ...held, tracer }
  }

  /** Returns the number of running exports. */
  async function running({ address }: ExportingServer): Promise<string | undefined> {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    return /sojourn_work_running\{kind="export"\} (\d+)/.exec(metrics)?.[1]
  }

  it.runIf(DRAWN.includes('cancel')).each(sample('canceled export', STAGES, 1))(
    'that is canceled $stage frees its place and its files',
    async stage => {
      const server = await serveExports(store)
      const { id, folder, tracer } = await inStage(server, stage)
      const canceled = await request(server, `/${id}`, { method: 'DELETE' })
      expect([canceled.status, await canceled.json()]).toMatchObject([
        200,
        { status: 'Aborted', message: 'Report is aborted by user' },
      ])
      expect(await running(server)).toBe('0')
      expect(filesOf(folder)).toEqual(['state.json'])
      await tracer.detach()
      expect(await ended(server, await started(server, `${WHOLE}&outputType=CSV`))).toMatchObject({
        status: 'Successful',
      })
      await stop(server)
    },
  )

  it.runIf(DRAWN.includes('stop')).each(sample('stopped export', STAGES, 1))(
    'during which its server is stopped $stage fails with this reason',
    async stage => {
      const server = await serveExports(store)
      const { id, folder, tracer } = await inStage(server, stage)
      await stop(server)
      await tracer.detach()
      expect(filesOf(folder)).toEqual(['state.json'])
      const next = await serveExports(store)
      expect(await ended(next, id)).toMatchObject({ status: 'Failed', message: 'The server was stopped.' })
      await stop(next)
    },
  )

  it.runIf(DRAWN.includes('quota')).each(STAGES.filter(({ format }) => format === 'PARQUET'))(
    'that exceeds the quota $stage fails at once',
    async stage => {
      const server = await serveExports(store, { more: ['--export-quota-mb', '2'], threads: 4 })
      const { id, folder, tracer } = await inStage(server, stage)
      // As DuckDB would while its query runs.
      mkdirSync(join(folder, 'temporary'), { recursive: true })
      writeFileSync(join(folder, 'temporary', 'spilled'), Buffer.alloc(3 * 1024 * 1024))
      expect(await ended(server, id)).toMatchObject({
        status: 'Failed',
        message: expect.stringContaining('exportQuotaMb'),
      })
      expect(filesOf(folder)).toEqual(['state.json'])
      await tracer.detach()
      await stop(server)
    },
  )
})
