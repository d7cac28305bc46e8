// Writes the software bill of materials, in CycloneDX, of an installation of Sojourn: the packages at run time, and
// those that its page contains. `npm run sbom [-- FILE]`, by default sbom.json. It reads only package-lock.json and the
// page's sources, so it needs neither a network nor installed packages.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const web = new URL('src/web/', root)
const file = process.argv[2] ?? 'sbom.json'
const { name, version, dependencies, devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

const direct = [...new Set([...Object.keys(dependencies), ...packagesOfThePage()])]
const everything = wholeBill()
const held = reachable(direct.map(one => `${one}@${dependencies[one] ?? devDependencies[one]}`))
const bill = {
  ...everything,
  // npm takes the name from the folder.
  metadata: { ...everything.metadata, component: { ...everything.metadata.component, name } },
  components: everything.components.filter(one => held.has(one['bom-ref'])).map(asHeld),
  dependencies: everything.dependencies
    .filter(({ ref }) => held.has(ref) || ref === `${name}@${version}`)
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(one => held.has(one)) })),
}
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${file}: ${name} ${version} and the ${bill.components.length} packages in an installation of it.`)

const unpinned = bill.components.filter(component => !component.hashes).map(component => component.name)
if (unpinned.length > 0) console.log(`The lock file has no hash of: ${unpinned.join(', ')}.`)

/** Returns the bill of all packages in the lock file, with their dependencies. */
function wholeBill() {
  const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--include=dev']
  return JSON.parse(
    execFileSync('npm', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 26,
    }),
  )
}

/** Returns the packages that the page's build bundles, which are listed as development dependencies. */
function packagesOfThePage() {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(path => /\.tsx?$/.test(path))
  const named = sources.flatMap(path => [
    ...readFileSync(new URL(path, web), 'utf8').matchAll(
      /(?:^(?:import|export|\}).* from |^import |\bimport\()'([^.'][^']*)'/gm,
    ),
  ])
  return named.map(([, path]) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
}

/** Returns the references of these packages and of all their dependencies. Throws when npm has left one out. */
function reachable(references) {
  const dependsOn = new Map(everything.dependencies.map(one => [one.ref, one.dependsOn]))
  const found = new Set()
  const visit = ref => {
    if (found.has(ref)) return
    if (!dependsOn.has(ref)) throw new Error(`npm left ${ref} out of the bill`)
    found.add(ref)
    dependsOn.get(ref).forEach(visit)
  }
  references.forEach(visit)
  return found
}

/** Marks a package in the page as required, not as one for development. */
function asHeld(component) {
  const isOfThePage = component.properties.some(one => one.name === 'cdx:npm:package:development')
  if (!isOfThePage) return component
  const properties = component.properties.filter(one => one.name !== 'cdx:npm:package:development')
  return { ...component, scope: 'required', properties }
}
