import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/engine/open-store.ts'
import { damages, type KilledStore, killedStores, partOf, putStore } from '../store/damaged-store.ts'
import { IS_BUILT } from '../support/built-program.ts'
import { commandHere } from '../support/command-here.ts'
import { SEED, sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { done, messageError, serve, sojourn } from './real-process.ts'

describe.runIf(IS_BUILT)(`a damaged store (SOJOURN_SEED=${SEED})`, () => {
  const folder = temporaryFolder()
  const dir = join(folder, 'store')
  const backup = join(folder, 'backup')
  const report = ['report', 'list', 'filterType=project', 'projectKey=WEB', 'columnsBy=statusDuration']
  const args = [...report, 'calendar=normalHours', 'asOf=2024-01-01', 'outputType=csv', '--store', dir]
  let files: KilledStore
  let right: string

  beforeAll(async () => {
    files = (await killedStores(join(folder, 'killed'))).newer
    putStore(dir, files)
    const store = await openStore(dir, { create: false })
    await store.backup(backup, { replace: false })
    await store.close()
    right = (await done(args)).out
  })

  const kinds: readonly [string, () => void][] = [
    ['has a flipped bit in its database', () => damages.flip(partOf(dir, 'database'), 100, 1)],
    ['lost its database', () => damages.remove(partOf(dir, 'database'))],
    ['has a flipped bit in its log', () => damages.flip(partOf(dir, 'log'), 1000, 1)],
    ['lost its log', () => damages.remove(partOf(dir, 'log'))],
  ]

  it.each(sample('damages', kinds, 1))(
    'that %s is not served, however often that is tried, until a backup is restored',
    async (_what, damage) => {
      rmSync(dir, { recursive: true })
      putStore(dir, files)
      damage()
      const first = await sojourn(['serve', '--port', '0', '--store', dir])
      expect(messageError(first)).toBeNull()
      expect(first.out).toBe('')
      expect(first.err).toMatch(/is damaged: .* It was moved to .*quarantine\/\S+\. Restore a backup with/)
      for (const command of [['serve', '--port', '0'], ['info']]) {
        const next = await sojourn([...command, '--store', dir])
        expect(messageError(next)).toBeNull()
        expect(next.err).toMatch(/does not exist any more: it was moved to .*quarantine\/\S+\. Restore a backup with/)
      }
      expect(readdirSync(dir)).toEqual(['quarantine'])
      await commandHere('restore', backup, '--store', dir)
      const { child, ended, address } = await serve(dir)
      const query = args.slice(2, -2).join('&')
      const answer = await fetch(`${address}/rest/tis/report/1.0/api/list?${query}`)
      expect(await answer.text()).toBe(right)
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({ status: 0, err: '' })
      expect(existsSync(join(dir, 'quarantine'))).toBe(true)
    },
  )
})
