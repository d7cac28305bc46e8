import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoIssues } from '../../scripts/demo/demo-issues.ts'
import { storeSummary } from '../../src/admin/store-summary.ts'
import { plain } from '../../src/sql/sql.ts'
import { openStore } from '../../src/store/open-store.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BIN = join(ROOT, 'bin', 'sojourn.js')
const isBuilt = existsSync(join(ROOT, 'dist', 'main.js'))

/** When the import is killed: before, during and after its two batches, some of each on any machine. */
const MOMENTS = [300, 600, 900, 1200, 1600, 2200]

describe.runIf(isBuilt)('an import that is killed', () => {
  const dir = temporaryFolder()
  const files = [join(dir, 'first.jsonl'), join(dir, 'second.jsonl')]
  const sizes = [1200, 800]

  beforeAll(() => {
    const issues = [...demoIssues()]
    writeFileSync(
      files[0]!,
      issues
        .slice(0, sizes[0])
        .map(issue => JSON.stringify(issue))
        .join('\n'),
    )
    writeFileSync(
      files[1]!,
      issues
        .slice(sizes[0])
        .map(issue => JSON.stringify(issue))
        .join('\n'),
    )
  })

  it.each(MOMENTS)('after %i ms leaves a store that opens and has whole files only', async instant => {
    const store = join(dir, `store-${instant}`)
    const child = spawn(process.execPath, [BIN, 'import', ...files, '--store', store], { stdio: 'ignore' })
    const ended = new Promise(resolve => child.once('exit', resolve))
    await Promise.race([setTimeout(instant), ended])
    child.kill('SIGKILL')
    await ended
    const opened = await openStore(store, { create: true })
    try {
      const { issues, batch } = await storeSummary(opened)
      expect([
        [0, 0],
        [sizes[0], 1],
        [sizes[0]! + sizes[1]!, 2],
      ]).toContainEqual([issues, batch])
      const [row] = await opened.query(
        plain(
          `select count(distinct issue_id) as stays, (select count(distinct issue_id) from status_assignment) as assigned from stay`,
        ),
      )
      expect([Number(row!.stays), Number(row!.assigned)]).toEqual([issues, issues])
    } finally {
      await opened.close()
    }
  })
})
