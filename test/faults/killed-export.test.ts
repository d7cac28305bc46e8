import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { demoFolder } from '../support/demo-store.ts'
import { sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import {
  ended,
  filesOf,
  inject,
  request,
  serveExports,
  shown,
  started,
  stop,
  WHOLE,
  waiting,
} from './exporting-server.ts'
import { CAN_INJECT } from './injected-fault.ts'

const WRITES = 'write,pwrite64'

/** The moment of a kill: a system call on a file of the export. `has` and `lacks` show that it is this moment. */
interface Stage {
  readonly stage: string
  readonly format: string
  readonly calls: string
  readonly file: string
  readonly when?: string
  readonly has?: string
  readonly lacks?: string
}

const STAGES: readonly Stage[] = [
  { stage: 'its state becomes In Progress', format: 'XLSX', calls: 'rename', file: 'state.json.new', lacks: 'work' },
  { stage: 'its first table is spooled', format: 'XLSX', calls: 'mkdir', file: 'work/List', lacks: 'work/List' },
  { stage: 'a work file is created', format: 'CSV', calls: 'openat', file: 'work/List/list_row.parquet', has: 'work/List' },
  { stage: 'a work file is written', format: 'XLSX', calls: WRITES, file: 'work/List/list_cell.parquet', has: 'work/List/list_cell.parquet' },
  { stage: 'the work file of a later sheet is written', format: 'XLSX', calls: WRITES, file: 'work/Median/answer_cell.parquet', has: 'work/List/list_cell.parquet' },
  { stage: 'the ids of its issues are written', format: 'NDJSON', calls: WRITES, file: 'ids/contained.parquet', lacks: 'file.part' },
  { stage: 'its file begins', format: 'XLSX', calls: 'write', file: 'file.part', has: 'file.part' },
  { stage: 'its file is half written', format: 'CSV', calls: 'write', file: 'file.part', when: '3', has: 'file.part' },
  { stage: 'DuckDB writes its file', format: 'PARQUET', calls: WRITES, file: 'file.part', has: 'file.part' },
  { stage: 'its file is flushed', format: 'NDJSON', calls: 'fsync', file: 'file.part', has: 'file.part' },
  { stage: 'its file is about to get its name', format: 'XLSX', calls: 'rename', file: 'file.part', has: 'file.part', lacks: 'file' },
  { stage: 'its file has its name', format: 'XLSX', calls: 'unlink', file: 'work/List/list_row.parquet', has: 'file', lacks: 'file.part' },
  { stage: 'its state becomes Successful', format: 'PARQUET', calls: 'rename', file: 'state.json.new', when: '2', has: 'file', lacks: 'work' },
] // biome-ignore format: a table

describe.runIf(IS_BUILT && CAN_INJECT)('a server that is killed during an export', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  const exportsFolder = join(store, 'exports')

  beforeAll(() => demoFolder(store))
  beforeEach(() => rmSync(exportsFolder, { recursive: true, force: true }))

  it.each(sample('killed export', STAGES, 1))(
    'while $stage keeps nothing of it, and says so',
    async ({ format, calls, file, ...stage }) => {
      const server = await serveExports(store)
      const held = await waiting(server, `${WHOLE}&outputType=${format}`)
      const path = (name: string) => join(held.folder, name)
      const tracer = await inject(server.child, { ...stage, calls, paths: [path(file)], effect: 'signal=KILL' })
      await held.release()
      expect(await server.ended).toMatchObject({ signal: 'SIGKILL', err: '' })
      await tracer.detach()
      if (stage.has) expect(filesOf(held.folder)).toContain(stage.has)
      if (stage.lacks) expect(existsSync(path(stage.lacks))).toBe(false)

      const next = await serveExports(store)
      expect(await shown(next, held.id)).toMatchObject({ status: 'Failed', message: 'The server was stopped.' })
      const download = await request(next, `/${held.id}/download`)
      expect(download.status).toBe(404)
      expect(await download.json()).toMatchObject({ messages: ['The server was stopped.'] })
      for (const id of readdirSync(exportsFolder)) expect(filesOf(join(exportsFolder, id))).toEqual(['state.json'])
      // The next one is whole.
      const { status, sha256, exportId } = await ended(next, await started(next, `${WHOLE}&outputType=${format}`))
      expect(status).toBe('Successful')
      const bytes = Buffer.from(await (await request(next, `/${exportId}/download`)).arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      await stop(next)
    },
  )
})
