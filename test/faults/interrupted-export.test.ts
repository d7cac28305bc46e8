import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { demoFolder } from '../support/demo-store.ts'
import { cases, sample, spread } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { filesOf, serveExports, stop } from './exporting-server.ts'
import { start } from './real-process.ts'

/** The interruptions of this run. */
const DRAWN = sample('interruptions', ['stage', 'any time', 'kill'], 1)

const LONG = ['filterType=customjql', 'customjql=ORDER BY key', 'columnsBy=transitionCount']

describe.runIf(IS_BUILT)('sojourn export', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  const exportsFolder = join(store, 'exports')
  const target = join(folder, 'report.xlsx')

  beforeAll(() => demoFolder(store))
  beforeEach(() => {
    rmSync(exportsFolder, { recursive: true, force: true })
    writeFileSync(target, 'before')
  })

  const run = () => start(['export', 'list', ...LONG, '-o', target, '--store', store])

  /** Resolves when the running export has a file or folder of this name. */
  async function until(name: string): Promise<void> {
    for (;;) {
      const ids = existsSync(exportsFolder) ? readdirSync(exportsFolder) : []
      if (ids.some(id => existsSync(join(exportsFolder, id, name)))) return
      await setTimeout(2)
    }
  }

  function expectUnchanged(): void {
    expect(readFileSync(target, 'utf8')).toBe('before')
    expect(readdirSync(folder).filter(name => name.startsWith('report'))).toEqual(['report.xlsx'])
    expect(readdirSync(exportsFolder)).toEqual([])
  }

  const SITUATIONS = [false, true].flatMap(withServer =>
    ['work', 'file.part'].map(name => ({
      name,
      withServer,
      where: `${name === 'work' ? 'while tables are spooled' : 'while the file is written'}, ${withServer ? 'next to' : 'without'} a server`,
    })),
  )

  it.runIf(DRAWN.includes('stage')).each(sample('interrupted export', SITUATIONS, 1))(
    'leaves an existing file as it is after Ctrl-C $where',
    async ({ name, withServer }) => {
      const server = withServer ? await serveExports(store, { threads: 4 }) : null
      const { child, ended } = run()
      await until(name)
      child.kill('SIGINT')
      const { status, err, out } = await ended
      expect({ status, out }).toEqual({ status: 130, out: '' })
      expect(err).toMatch(/The export was canceled\. No file was written\.\n$/)
      expectUnchanged()
      if (server) await stop(server)
    },
  )

  it.runIf(DRAWN.includes('any time'))(
    'replaces a file as a whole or not at all after Ctrl-C at any time',
    async () => {
      const { ended, child } = run()
      const { ms } = await ended
      expect(child.exitCode).toBe(0)
      const whole = readFileSync(target)
      for (const share of spread('interrupted export', cases(1))) {
        writeFileSync(target, 'before')
        const attempt = run()
        await setTimeout(share * ms)
        attempt.child.kill('SIGINT')
        const { status } = await attempt.ended
        if (status === 0) expect(readFileSync(target).length).toBeGreaterThan(whole.length / 2)
        else expectUnchanged()
      }
    },
  )

  it.runIf(DRAWN.includes('kill'))(
    'that was killed leaves an existing file, and the next one removes its work',
    async () => {
      const { child, ended } = run()
      await until('file.part')
      child.kill('SIGKILL')
      await ended
      expect(readFileSync(target, 'utf8')).toBe('before')
      const [killed] = readdirSync(exportsFolder)
      expect(filesOf(join(exportsFolder, killed!))).toContain('work')
      expect((await run().ended).status).toBe(0)
      expect(readdirSync(exportsFolder)).toEqual([killed])
      expect(filesOf(join(exportsFolder, killed!))).toEqual(['state.json'])
      expect(readFileSync(target).subarray(0, 2).toString()).toBe('PK')
      expect(existsSync(`${target}.part`)).toBe(false)
    },
  )
})
