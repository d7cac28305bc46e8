import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-store.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const file = join(temporaryFolder(), 'sbom.json')
const { name, version, dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly scope: string
  readonly licenses?: readonly unknown[]
  readonly hashes?: readonly unknown[]
}

interface Bill {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

describe('the software bill of materials', () => {
  let bill: Bill
  beforeAll(() => {
    const { status, stderr } = spawnSync('node', ['scripts/sbom.js', file], { cwd: ROOT, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    bill = JSON.parse(readFileSync(file, 'utf8'))
  })
  const names = () => bill.components.map(component => component.name)

  it('describes Sojourn, in CycloneDX', () => {
    const component = { type: 'application', name, version }
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component } })
  })

  it('lists the dependencies at run time, including transitive ones', () => {
    const wanted = Object.entries(dependencies).map(([dependency, exact]) => `${dependency}@${exact}`)
    expect(bill.components.map(component => component['bom-ref'])).toEqual(expect.arrayContaining(wanted))
    expect(names()).toContain('@duckdb/node-bindings-linux-x64')
  })

  it('lists what the page bundles, without the build tools', () => {
    expect(names()).toEqual(expect.arrayContaining(['react', 'react-dom', 'scheduler']))
    expect(bill.components.find(component => component.name === 'react')?.scope).toBe('required')
    for (const tool of ['typescript', 'vite', 'vitest', 'axe-core', 'fast-check']) {
      expect(Object.keys(devDependencies)).toContain(tool)
      expect(names()).not.toContain(tool)
    }
  })

  it('lists the licence, the hash and the dependencies of each package', () => {
    for (const component of bill.components) {
      expect(component.licenses?.length, component.name).toBeGreaterThan(0)
      // Packages for platforms other than the one of the lock file have none.
      if (component.scope !== 'optional') expect(component.hashes?.length, component.name).toBeGreaterThan(0)
    }
    const listed = new Set(bill.components.map(component => component['bom-ref']))
    for (const { dependsOn } of bill.dependencies) for (const one of dependsOn) expect(listed).toContain(one)
    expect(bill.dependencies).toHaveLength(listed.size + 1)
  })
})
