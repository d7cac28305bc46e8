import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')

interface Locked {
  readonly integrity?: string
  readonly resolved?: string
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly engines?: Readonly<Record<string, string>>
}

const { '': _own, ...packages } = JSON.parse(read('package-lock.json')).packages as Record<string, Locked>
const SYSTEMS = ['linux', 'darwin', 'win32'].flatMap(os => ['x64', 'arm64'].map(cpu => `${os} ${cpu}`))

describe('package-lock.json', () => {
  it('has the digest of every package, and no download URL', () => {
    const entries = Object.entries(packages)
    expect(entries.length).toBeGreaterThan(300)
    expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([])
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([])
  })

  it.each(['@duckdb/node-bindings-', '@biomejs/cli-', '@rollup/rollup-'])(
    'has %s for each operating system',
    prefix => {
      const made = Object.entries(packages).filter(([name]) => name.startsWith(`node_modules/${prefix}`))
      const systems = new Set(made.flatMap(([, { os, cpu }]) => (os ?? []).map(one => `${one} ${cpu?.[0]}`)))
      expect(SYSTEMS.filter(one => !systems.has(one))).toEqual([])
    },
  )

  it('has no package that rejects Node 20, the oldest supported version', () => {
    const rejected = Object.entries(packages).filter(([, { engines }]) => !allowsNode20(engines?.node ?? '*'))
    expect(rejected.map(([name, { engines }]) => `${name} ${engines!.node}`)).toEqual([])
  })
})

/** Returns whether a range such as `^20.19.0 || >=22.12.0` allows a version of Node 20. */
function allowsNode20(range: string): boolean {
  return range.split('||').some(part => {
    const [, operator, major] = /^\s*(>=|>|\^|~|)\s*v?(\d+|\*)/.exec(part)!
    return major === '*' || (operator!.startsWith('>') ? Number(major) <= 20 : Number(major) === 20)
  })
}

describe('an installation', () => {
  it('runs no install script of a package', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
  })

  it('has no package that no source imports', () => {
    const { dependencies } = JSON.parse(read('package.json'))
    expect(Object.keys(dependencies)).not.toContain('@fastify/formbody')
  })
})

describe('npm run pack', () => {
  it('builds before it packs, although install scripts are disabled', () => {
    const { scripts, files } = JSON.parse(read('package.json'))
    expect(scripts.prepack).toBe('npm run build')
    expect(scripts.pack).toBe('npm pack --ignore-scripts=false')
    expect(files).toEqual(expect.arrayContaining(['assets', 'bin', 'dist']))
  })
})
