import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ExportFolder, newExportId } from '../../../src/app/exports/export-folder.ts'
import type { ExportRecord } from '../../../src/app/exports/export-record.ts'
import { newJob } from '../../../src/app/exports/job.ts'
import type { Jobs } from '../../../src/app/exports/jobs.ts'
import { guardSpace } from '../../../src/app/exports/space-guard.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'

const root = temporaryFolder()

describe('a check of the files of an export', () => {
  /** Returns an export with a file of 1,000 bytes, its guard, and how often the guard made room. */
  function guarded() {
    const folder = new ExportFolder(join(root, 'exports'))
    const job = newJob({ exportId: newExportId(), owner: 'ann' } as ExportRecord)
    const paths = folder.pathsOf(job.record.exportId)
    mkdirSync(paths.folder, { recursive: true })
    writeFileSync(paths.part, 'x'.repeat(1000))
    const made = { room: 0 }
    const makeRoom = async () => void made.room++
    return { job, made, guard: guardSpace(job, { folder, makeRoom } as unknown as Jobs) }
  }

  it('counts its bytes, and makes room for them', async () => {
    const { job, made, guard } = guarded()
    await guard.check()
    guard.close()
    expect([job.bytes, made.room]).toEqual([1000, 1])
  })

  it('has no effect when the export ended meanwhile', async () => {
    const { job, made, guard } = guarded()
    const checked = guard.check()
    guard.close()
    await checked
    expect([job.bytes, made.room]).toEqual([0, 0])
  })
})
