// Compares what two checkouts' tests detect: draws mutants of src by a seed, and runs the tests that are related to each
// mutated file. Each result is a line of JSON in the file of results; a second run with the same seed continues it.
//
//   node scripts/mutants.js --before DIR --after DIR --results FILE [--seed N] [--killed N] [--most N] [--only before|after]
//
// Both folders are checkouts that are not used otherwise, with packages installed and built. A mutant counts when the
// tests of the first one fail; then those of the second one must fail, too.

import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** The folders with the definitions, and the share of mutants that they get. */
const CORE = /(^|\/)(measure|sql|plan|time|history|jql|access|permissions)\//
const CORE_SHARE = 0.6

/** What is swapped. The formatter puts spaces around operators, and none around type arguments. */
const SWAPS = [
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [/\bif \((?!!)/g, 'if (!'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/(?<=[ (])0(?=[,;) ])/g, '1'],
  [/(?<=[ (])1(?=[,;) ])/g, '2'],
]

/** The time that the tests of a mutant have. Milliseconds. */
const LIMIT = 180_000

/** Returns a generator of numbers in `[0, 1)` (mulberry32). */
function drawing(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function filesOf(folder) {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => name.replaceAll('\\', '/'))
    .sort()
}

/** Returns the places of a file that can be swapped: the line, counted from 0, the column, the text and its replacement. */
function placesOf(text) {
  return text.split('\n').flatMap((line, row) => {
    if (/^\s*(\*|\/\*|\/\/|import |export \* |export \{)/.test(line)) return []
    const code = line.replace(/\/\/.*$/, '')
    return SWAPS.flatMap(([from, to]) =>
      [...code.matchAll(from)].map(match => ({ row, column: match.index, from: match[0], to })),
    )
  })
}

function mutated(text, { row, column, from, to }) {
  const lines = text.split('\n')
  const line = lines[row]
  if (line.slice(column, column + from.length) !== from) return null
  lines[row] = line.slice(0, column) + to + line.slice(column + from.length)
  return lines.join('\n')
}

/** Returns a mutant: the file below src, the place, and the whole line, by which the other checkout is searched. */
function drawMutant(folder, files, draw) {
  const isCore = draw() < CORE_SHARE
  const eligible = files.filter(name => CORE.test(name) === isCore)
  for (;;) {
    const file = eligible[Math.floor(draw() * eligible.length)]
    const text = readFileSync(join(folder, 'src', file), 'utf8')
    const places = placesOf(text)
    if (places.length === 0) continue
    const place = places[Math.floor(draw() * places.length)]
    return { file, ...place, line: text.split('\n')[place.row] }
  }
}

/** Runs the tests related to a mutated file; returns whether they failed in time, and the seconds. */
function run(folder, mutant) {
  const path = join(folder, 'src', mutant.file)
  const original = readFileSync(path, 'utf8')
  const lines = original.split('\n')
  const row = lines[mutant.row] === mutant.line ? mutant.row : lines.indexOf(mutant.line)
  const changed = row < 0 ? null : mutated(original, { ...mutant, row })
  if (changed === null) return { result: 'absent', seconds: 0 }
  writeFileSync(path, changed)
  const start = Date.now()
  try {
    const { status } = spawnSync('npx', ['vitest', 'related', join('src', mutant.file), '--run', '--bail', '1'], {
      cwd: folder,
      stdio: 'ignore',
      timeout: LIMIT,
      killSignal: 'SIGKILL',
    })
    const result = status === null ? 'timeout' : status === 0 ? 'survived' : 'killed'
    return { result, seconds: Math.round((Date.now() - start) / 1000) }
  } finally {
    writeFileSync(path, original)
    spawnSync('pkill', ['-KILL', '-f', `${folder}/node_modules/.*vitest`])
  }
}

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string' },
    results: { type: 'string' },
    seed: { type: 'string', default: '1' },
    killed: { type: 'string', default: '100' },
    most: { type: 'string', default: '200' },
    only: { type: 'string' },
  },
})
const { before, after, results } = values
if (!before || !after || !results) throw new Error('--before, --after and --results are needed.')

const known = existsSync(results)
  ? readFileSync(results, 'utf8')
      .trim()
      .split('\n')
      .map(one => JSON.parse(one))
  : []
const draw = drawing(Number(values.seed))
const files = filesOf(before)
let killed = 0
console.log(`Seed ${values.seed}`)
for (let number = 0; number < Number(values.most) && killed < Number(values.killed); number++) {
  const mutant = drawMutant(before, files, draw)
  const name = `${mutant.file}:${mutant.row + 1} '${mutant.from}' to '${mutant.to}'`
  const done = known.findLast(one => one.number === number)
  const old = done?.before ?? run(before, mutant)
  const now = old.result !== 'killed' ? null : (done?.after ?? (values.only === 'before' ? null : run(after, mutant)))
  if (old.result === 'killed') killed++
  if (!done || (now && !done.after))
    appendFileSync(results, `${JSON.stringify({ number, name, before: old, after: now, mutant })}\n`)
  console.log(
    `${number} ${name}: ${old.result} in ${old.seconds} s${now ? `, now ${now.result} in ${now.seconds} s` : ''}`,
  )
}
