import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-store.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const dir = temporaryFolder()

interface Locked {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}

/** Returns the output of the check for our own lock file with more packages in it. */
function checked(more: Readonly<Record<string, Locked>>, direct: readonly string[] = []) {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  for (const [name, entry] of Object.entries(more)) lock.packages[`node_modules/${name}`] = entry
  for (const name of direct) lock.packages[''].dependencies[name] = '1.0.0'
  const file = join(dir, 'package-lock.json')
  writeFileSync(file, JSON.stringify(lock))
  const { status, stdout, stderr } = spawnSync('node', ['scripts/check-licences.js', file], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

describe('the licence check', () => {
  it('passes for our dependencies', () => {
    const { status, said } = checked({})
    expect(said).toMatch(/^\d+ packages, \d+ of them direct dependencies: every licence is on the list\.\n$/)
    expect(status).toBe(0)
  })

  it.each([
    ['GPL-3.0-only', 'its licence GPL-3.0-only is not on the list'],
    ['(MIT AND GPL-3.0-only)', 'its licence (MIT AND GPL-3.0-only) is not on the list'],
    ['SEE LICENSE IN LICENSE.md', 'its licence SEE LICENSE IN LICENSE.md is not on the list'],
    [undefined, 'has no licence'],
  ])('reports a package with the licence %s', (license, problem) => {
    const entry = { version: '1.2.3', ...(license !== undefined && { license }) }
    expect(checked({ '@some/thing': entry })).toEqual({ status: 1, said: `@some/thing 1.2.3: ${problem}\n` })
  })

  it.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])('accepts a package with the licence %s', license => {
    expect(checked({ thing: { version: '1.0.0', license } }).status).toBe(0)
  })

  it('accepts an unusual licence only for the package that is listed', () => {
    expect(checked({ 'other/node_modules/ical.js': { version: '3.0.0', license: 'MPL-2.0' } }).status).toBe(0)
    expect(checked({ other: { version: '1.0.0', license: 'MPL-2.0' } }).status).toBe(1)
    expect(checked({ 'ical.js': { version: '3.0.0', license: 'GPL-3.0-only' } }).status).toBe(1)
  })

  it('rejects a licence that is listed for development only in an installation', () => {
    const axe = { version: '4.0.0', license: 'MPL-2.0' }
    expect(checked({ 'axe-core': { ...axe, dev: true } }).status).toBe(0)
    expect(checked({ 'axe-core': axe }).said).toBe('axe-core 4.0.0: its licence MPL-2.0 is not on the list\n')
  })

  it('reports a package with an install script, unless it is listed', () => {
    const scripted = { version: '1.0.0', license: 'MIT', hasInstallScript: true }
    expect(checked({ thing: scripted })).toEqual({
      status: 1,
      said: 'thing 1.0.0: runs a script when it is installed\n',
    })
    expect(checked({ esbuild: { ...scripted, dev: true } }).status).toBe(0)
    expect(checked({ esbuild: scripted }).status).toBe(1)
  })

  it('counts the direct dependencies', () => {
    const many = Array.from({ length: 20 }, (_, i) => `thing-${i}`)
    expect(checked({}, many).said).toMatch(/^\d+ direct dependencies, at most 20 are wanted\n$/)
  })
})
