// Checks the packages of a lock file against our policy: `npm run licences [-- FILE]`, by default package-lock.json.
// Exits with 1, and names each package and its problem, when
// - a licence is missing or not on the list below,
// - a package has an install script,
// - there are more direct dependencies than we can maintain.

import { readFileSync } from 'node:fs'

/** Licences that only require keeping the licence text with the code. SPDX identifiers. */
const USUAL = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unicode-3.0',
])

/** Packages with another licence, and why it is acceptable. */
const UNUSUAL = [
  { name: 'argparse', licence: 'PSF-2.0', why: 'permissive: it came from Python' },
  { name: 'axe-core', licence: 'MPL-2.0', dev: true, why: 'tests with it; nothing of it is shipped' },
  {
    name: 'date-holidays',
    licence: '(ISC AND CC-BY-3.0)',
    why: 'its holidays are from Wikipedia: its LICENSE has the attribution, and we change nothing',
  },
  { name: 'ical.js', licence: 'MPL-2.0', why: 'binds changes to its own files, and we make none' },
  { name: 'pako', licence: '(MIT AND Zlib)', dev: true, why: 'permissive both' },
  { name: 'prepin', licence: 'Unlicense', why: 'public domain' },
]

/** Packages that may run an install script, and why. */
const SCRIPTS = [{ name: 'esbuild', dev: true, why: 'checks its program; works without' }]

/** The maximum number of direct dependencies of an installation. */
const DIRECT = 20

const file = process.argv[2] ?? new URL('../package-lock.json', import.meta.url)
const { packages } = JSON.parse(readFileSync(file, 'utf8'))
const { '': own, ...others } = packages
// An entry has its own name if it differs from that of its folder.
const locked = Object.entries(others).map(([path, entry]) => ({ name: path.split('node_modules/').at(-1), ...entry }))

const direct = Object.keys(own.dependencies ?? {}).length
const problems = [
  ...locked.filter(one => !isLicensed(one)).map(one => `${one.name} ${one.version}: ${licenceProblem(one)}`),
  ...locked.filter(one => one.hasInstallScript && !isListed(SCRIPTS, one)).map(scriptProblem),
  ...(direct > DIRECT ? [`${direct} direct dependencies, at most ${DIRECT} are wanted`] : []),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${locked.length} packages, ${direct} of them direct dependencies: every licence is on the list.`)

function isLicensed(one) {
  return isUsual(one.license ?? '') || isListed(UNUSUAL, one)
}

/** Returns whether a licence, or one of several alternatives, is a usual one. */
function isUsual(expression) {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(licence => USUAL.has(licence)))
}

/** Returns whether a list has a package. Entries for development only don't apply to installations. */
function isListed(list, { name, license, dev = false }) {
  return list.some(
    listed => listed.name === name && (!listed.dev || dev) && (!listed.licence || listed.licence === license),
  )
}

function licenceProblem({ license }) {
  return license === undefined ? 'has no licence' : `its licence ${license} is not on the list`
}

function scriptProblem({ name, version }) {
  return `${name} ${version}: runs a script when it is installed`
}
