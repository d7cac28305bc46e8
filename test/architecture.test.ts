import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportFormats } from '../src/intake/source/sources.ts'
import { trackerKinds } from '../src/intake/source/trackers.ts'
import { flowMeasures } from '../src/reports/flow/flow-measures.ts'
import { reportTypes } from '../src/store/plan/report-types.ts'

const SRC = join(import.meta.dirname, '..', 'src')

/** What each top-level folder may import besides itself. */
const groups: Readonly<Record<string, readonly string[]>> = {
  core: [],
  store: ['core'],
  access: ['core', 'store'],
  intake: ['core', 'store', 'access'],
  reports: ['core', 'store', 'access', 'intake'],
  app: ['core', 'store', 'access', 'intake', 'reports'],
  edge: ['core', 'store', 'access', 'intake', 'reports', 'app'],
  web: ['reports', 'app'],
}

/** What each folder may import besides itself (docs/architecture.md). */
const ladder: Readonly<Record<string, readonly string[]>> = {
  base: [],
  watchdog: ['base'],
  fields: [],
  time: ['base'],
  catalogue: ['base', 'fields', 'time'],
  history: ['fields', 'time'],
  measure: ['base', 'history', 'time'],
  jql: ['base', 'catalogue', 'fields', 'time'],
  plan: ['base', 'catalogue', 'fields', 'jql', 'measure', 'time'],
  sql: ['fields', 'jql', 'plan', 'time'],
  table: ['base', 'catalogue', 'fields', 'plan', 'time'],
  store: ['base', 'catalogue', 'fields', 'history', 'sql', 'time'],
  source: ['base', 'fields', 'history', 'time'],
  permissions: ['base', 'catalogue', 'fields', 'jql', 'plan', 'sql', 'store', 'time'],
  settings: ['permissions', 'base', 'plan', 'time'],
  calendars: ['permissions', 'base', 'catalogue', 'plan', 'source', 'store', 'time'],
  admin: ['permissions', 'base', 'catalogue', 'history', 'store', 'time'],
  imports: ['admin', 'base', 'history', 'source', 'store', 'time'],
  sync: ['base', 'history', 'imports', 'source', 'store', 'time'],
  connections: ['base', 'settings', 'source', 'store', 'sync', 'time'],
  queries: ['permissions', 'base', 'catalogue', 'fields', 'jql', 'source', 'sql', 'store', 'time'],
  report: [
    'permissions',
    'base',
    'calendars',
    'catalogue',
    'fields',
    'history',
    'jql',
    'measure',
    'plan',
    'sql',
    'store',
    'table',
    'time',
  ],
  exports: ['permissions', 'base', 'calendars', 'fields', 'plan', 'report', 'sql', 'store', 'table', 'time'],
  page: [
    'permissions',
    'base',
    'calendars',
    'catalogue',
    'connections',
    'fields',
    'jql',
    'plan',
    'report',
    'sql',
    'store',
    'time',
  ],
  lake: ['base', 'catalogue', 'report', 'store', 'time'],
  views: ['permissions', 'base', 'catalogue', 'plan', 'report', 'store', 'time'],
  flow: ['permissions', 'base', 'catalogue', 'measure', 'plan', 'report', 'sql', 'store', 'table', 'time'],
  workflows: ['permissions', 'base', 'catalogue', 'plan', 'store', 'time'],
  teams: ['permissions', 'base', 'flow', 'plan', 'report', 'store', 'views', 'workflows'],
  operations: [
    'permissions',
    'admin',
    'base',
    'calendars',
    'connections',
    'exports',
    'flow',
    'imports',
    'lake',
    'page',
    'plan',
    'queries',
    'report',
    'store',
    'teams',
    'views',
    'workflows',
  ],
  workspace: [
    'permissions',
    'admin',
    'base',
    'calendars',
    'connections',
    'exports',
    'flow',
    'imports',
    'lake',
    'operations',
    'page',
    'plan',
    'queries',
    'report',
    'settings',
    'store',
    'views',
    'workflows',
  ],
  http: [
    'permissions',
    'admin',
    'base',
    'connections',
    'exports',
    'operations',
    'page',
    'plan',
    'queries',
    'report',
    'table',
    'time',
    'views',
    'workflows',
    'workspace',
  ],
  control: [
    'permissions',
    'base',
    'connections',
    'exports',
    'http',
    'imports',
    'lake',
    'operations',
    'page',
    'plan',
    'queries',
    'report',
    'source',
    'views',
    'workflows',
    'workspace',
  ],
  cli: [
    'permissions',
    'admin',
    'base',
    'calendars',
    'connections',
    'exports',
    'imports',
    'operations',
    'plan',
    'queries',
    'report',
    'settings',
    'source',
    'table',
    'time',
    'teams',
    'views',
    'workflows',
    'workspace',
  ],
  web: ['page', 'report', 'table', 'teams', 'views', 'workflows'],
}

/** Static, type-only, re-exporting and dynamic imports, and those of CommonJS. */
const IMPORT = /(?:\bfrom\s*|\b(?:import|require)\s*\(?\s*)['"]([^'"]+)['"]/g

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name))
  .map(name => ({ name: name.split(sep).join('/'), text: readFileSync(join(SRC, name), 'utf8') }))

/** Returns the top-level folder of a file. */
function groupOf(name: string): string {
  return name.split('/')[0]!
}

/** Returns the folder of a file in its group: all of `store/` but plans, and SQL, is one, as the page is. */
function folderOf(name: string): string {
  const [top, folder] = name.split('/')
  if (folder === undefined || top === 'web') return top!
  return top === 'store' && folder !== 'plan' && folder !== 'sql' ? top : folder
}

function importsOf({ name, text }: { name: string; text: string }): { specifier: string; folder: string | null }[] {
  return [...text.matchAll(IMPORT)].map(([, specifier]) => {
    if (!specifier!.startsWith('.')) return { specifier: specifier!, folder: null }
    const path = relative(SRC, join(SRC, name, '..', specifier!))
      .split(sep)
      .join('/')
    return { specifier: specifier!, folder: folderOf(path) }
  })
}

/** Imports that Node follows when it loads a file: neither dynamic nor of types only. */
const LOADED = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s*)?'([^']+)'/gm

/** Returns what is loaded together with a file: the folders of our files, and packages. */
function loadedWith(entry: string): { readonly folders: string[]; readonly packages: string[] } {
  const loaded = new Set([entry])
  const packages = new Set<string>()
  for (const name of loaded) {
    for (const [, specifier] of files.find(file => file.name === name)!.text.matchAll(LOADED)) {
      if (specifier!.startsWith('.')) loaded.add(posix.join(posix.dirname(name), specifier!))
      else if (!isBuiltin(specifier!)) packages.add(specifier!)
    }
  }
  return { folders: [...new Set([...loaded].map(folderOf))].sort(), packages: [...packages].sort() }
}

describe('the start of a command', () => {
  it('loads neither the store nor the server before the command needs them', () => {
    const { folders, packages } = loadedWith('main.ts')
    expect(packages).toEqual(['commander'])
    expect(folders.filter(folder => ['http', 'jql', 'sql', 'store', 'table'].includes(folder))).toEqual([])
  })

  it('opens a store without what only imports, calendars and servers need', () => {
    const { packages } = loadedWith('app/workspace/workspace.ts')
    expect(packages).toEqual(['ical.js', 'stemmer', 'zod'])
    expect(loadedWith('store/engine/open-store.ts').packages).toEqual(['stemmer'])
  })
})

/** Returns the files that contain a name as a text or as a key. */
function filesNaming(name: string): string[] {
  const asText = new RegExp(`'${name}'|^\\s+${name}(:|,$)`, 'm')
  return files.filter(({ text }) => asText.test(text)).map(file => file.name)
}

describe('the names of reports and aggregates', () => {
  /** The page and the timeline use them as defaults or examples. */
  const examples = ['statusDuration', 'statusCount', 'assigneeDuration']

  it.each(Object.keys(reportTypes).filter(name => !examples.includes(name)))(
    'include %s, which only its definition and the choice of its SQL name',
    name => {
      expect(filesNaming(name).sort()).toEqual(['store/plan/report-types.ts', 'store/sql/cells/cells.ts'])
    },
  )

  it('include standardDeviation, which only its definition, its texts and its SQL name', () => {
    const expected = ['core/measure/aggregate.ts', 'store/plan/aggregates.ts', 'store/sql/aggregates.ts']
    expect(filesNaming('standardDeviation').sort()).toEqual(expected)
    const inSql = (name: string) => filesNaming(name).filter(file => folderOf(file) === 'sql')
    expect(inSql('median')).toEqual(['store/sql/aggregates.ts'])
  })
})

describe('the names of formats', () => {
  it('include ndjson, which only its definition and the choice of its writer name', () => {
    expect(filesNaming('ndjson').sort()).toEqual(['reports/table/write-file.ts', 'store/plan/formats.ts'])
  })
})

describe('the guide to flow', () => {
  it('names all files of flow and of workflows', () => {
    const guide = readFileSync(join(SRC, 'reports', 'flow', 'README.md'), 'utf8')
    const named = [...guide.matchAll(/`([a-z/-]+\.tsx?)`/g)].map(([, name]) => name!).filter(name => isOfFlow(name))
    const known = files.map(({ name }) => name).filter(isOfFlow)
    expect(named.filter(name => !known.includes(name))).toEqual([])
    // The registry leads to the files that are named after a measure.
    const isOfMeasure = (name: string) => ofMeasures.test(name)
    const others = (names: readonly string[]) => names.filter(name => !isOfMeasure(name)).sort()
    expect(others(named)).toEqual(others(known))
    expect(known.filter(isOfMeasure).length).toBeGreaterThan(20)
  })
})

const measures = Object.keys(flowMeasures).join('|')
const ofMeasures = new RegExp(
  `^((core/measure|store/sql)/flow/(${measures})|reports/(flow/flow-(${measures})|table/flow/(${measures})-schema))\\.ts$`,
)

/** Returns whether a file is in a folder of flow, or is named after it. */
function isOfFlow(name: string): boolean {
  const [, ...others] = name.split('/')
  const folder = name.startsWith('web/') ? 'web' : others.shift()
  if (['flow', 'workflows'].includes(folder!)) return true
  if (['plan', 'sql', 'measure', 'table'].includes(folder!))
    return ['flow', 'workflow'].includes(others[0]!) && others.length > 1
  if (folder === 'web') return others[0] !== 'team' && /^flow/.test(others.at(-1)!)
  return ['http', 'cli'].includes(folder!) && /(^|-)(work)?flows?[-.]/.test(others.at(-1)!)
}

describe('the parameters of a request', () => {
  it('are read once by each plan, and queries by each selector and in `then`', () => {
    const reading = (what: string) => files.filter(({ text }) => text.includes(what)).map(({ name }) => name)
    // Files have percentiles of their own: those of workbooks.
    const plans = ['reports/flow/flow.ts', 'reports/report/run-report.ts', 'store/plan/file-request.ts']
    // RequestValues copies itself for each plan, without reading.
    expect(reading('new RequestValues').sort()).toEqual([...plans, 'store/plan/request-values.ts'])
    const inPlans = files.filter(({ name }) => ['plan', 'report', 'flow', 'exports'].includes(folderOf(name)))
    const parsing = inPlans.flatMap(({ name, text }) => [...text.matchAll(/parseJql\w*\(/g)].map(() => name))
    expect(parsing.sort()).toEqual(['store/plan/choose-issues.ts', 'store/plan/flow/choose-parts.ts'])
  })
})

describe('the folders', () => {
  it('are all on the ladder, with one file next to them', () => {
    const folders = new Set(files.map(({ name }) => folderOf(name)))
    folders.delete('main.ts')
    expect([...folders].filter(folder => !(folder in ladder))).toEqual([])
  })

  it('import only down the ladder', () => {
    const wrong = files
      .filter(({ name }) => name !== 'main.ts')
      .flatMap(file =>
        importsOf(file)
          .filter(
            ({ folder }) =>
              folder !== null && folder !== folderOf(file.name) && !ladder[folderOf(file.name)]?.includes(folder),
          )
          .map(({ specifier }) => `${file.name} imports ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  it('are in eight groups, which import only down the ladder of groups', () => {
    expect(Object.keys(groups).toSorted()).toEqual(
      [...new Set(files.map(({ name }) => groupOf(name)))].filter(name => name !== 'main.ts').toSorted(),
    )
    const wrong = files
      .filter(({ name }) => name !== 'main.ts')
      .flatMap(({ name, text }) =>
        [...text.matchAll(IMPORT)]
          .filter(([, specifier]) => specifier!.startsWith('.'))
          .map(([, specifier]) => groupOf(posix.join(posix.dirname(name), specifier!)))
          .filter(group => group !== groupOf(name) && !groups[groupOf(name)]!.includes(group))
          .map(group => `${name} imports ${group}`),
      )
    expect(wrong).toEqual([])
  })

  it('let the page import only types: it talks HTTP', () => {
    const wrong = files
      .filter(({ name }) => folderOf(name) === 'web')
      .flatMap(({ name, text }) =>
        importsOf({ name, text: text.replace(/^import type .*$/gm, '') })
          .filter(({ folder }) => folder !== null && folder !== 'web')
          .map(({ specifier }) => `${name} imports more than types of ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  it('have SQL in sql/ and store/ only, and one file that chooses the dialect', () => {
    const writes = files.filter(({ text }) => /\bsql`|\bplain\(['`]/.test(text)).map(({ name }) => folderOf(name))
    expect([...new Set(writes)].sort()).toEqual(['sql', 'store'])
    const chooses = files.filter(({ text }) => /dialect\/duckdb\.ts'/.test(text)).map(({ name }) => folderOf(name))
    expect([...new Set(chooses)]).toEqual(['store'])
  })

  it('import nothing of a tracker outside source/', () => {
    const wrong = files
      .filter(({ name }) => folderOf(name) !== 'source')
      .flatMap(file => importsOf(file).map(({ specifier }) => ({ name: file.name, specifier })))
      .filter(({ specifier }) => /\/source\/(?!holidays\/)[^/]+\//.test(specifier))
    expect(wrong).toEqual([])
  })

  it('of the page are in its README, each in a line', () => {
    const listed = [...readFileSync(join(SRC, 'web', 'README.md'), 'utf8').matchAll(/^\| `(\w+)\/` \|/gm)].map(
      ([, name]) => name,
    )
    const folders = readdirSync(join(SRC, 'web'), { withFileTypes: true }).filter(one => one.isDirectory())
    expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
  })

  it('name no kind of tracker outside source/, except in its own form of the page and an example of OpenAPI', () => {
    const named = [...trackerKinds, ...Object.keys(exportFormats)].flatMap(filesNaming)
    const outside = new Set(named.filter(name => folderOf(name) !== 'source'))
    expect([...outside].sort()).toEqual(['app/operations/connection-requests.ts', 'web/connections/form-values.ts'])
  })

  it('have no cycle of imports, not even of types', () => {
    const imported = new Map(
      files.map(file => [
        file.name,
        importsOf(file)
          .filter(({ folder }) => folder !== null)
          .map(({ specifier }) => posix.join(posix.dirname(file.name), specifier)),
      ]),
    )
    // A file is in no cycle if no other remaining file imports it, or if it imports none.
    for (let left = -1; left !== imported.size; ) {
      left = imported.size
      for (const [name, others] of imported) if (!others.some(other => imported.has(other))) imported.delete(name)
      const used = new Set([...imported.values()].flat())
      for (const name of imported.keys()) if (!used.has(name)) imported.delete(name)
    }
    expect([...imported.keys()]).toEqual([])
  })

  it('declare each name of a type once', () => {
    const homes = new Map<string, string[]>()
    for (const { name, text } of files)
      for (const [, type] of text.matchAll(/^export (?:abstract )?(?:type|interface|class) (\w+)/gm))
        homes.set(type!, [...(homes.get(type!) ?? []), name])
    expect([...homes].filter(([, names]) => names.length > 1)).toEqual([])
  })

  it('start with a README that says what they are for', () => {
    const folders = new Set(files.map(({ name }) => name.split('/').slice(0, -1).slice(0, 2).join('/')))
    const ofLadder = [...folders].filter(path => folderOf(`${path}/x`) === path.split('/')[1])
    expect(ofLadder.map(path => path.split('/')[1]!).toSorted()).toEqual(
      Object.keys(ladder)
        .filter(name => name !== 'store' && name !== 'web')
        .toSorted(),
    )
    const all = [...Object.keys(groups), ...ofLadder]
    expect(all.filter(path => !readdirSync(join(SRC, path)).includes('README.md'))).toEqual([])
  })

  it('let only store/ import the driver of the database', () => {
    const wrong = files.filter(file => importsOf(file).some(({ specifier }) => specifier.startsWith('@duckdb/')))
    expect(wrong.map(({ name }) => name).filter(name => !name.startsWith('store/'))).toEqual([])
  })

  it('open connections in http/, control/ and the clients of live trackers, Trino and buckets only', () => {
    const sockets = /^(node:)?(http|https|http2|net|tls|dgram|undici)$/
    const wrong = files.filter(file => importsOf(file).some(({ specifier }) => sockets.test(specifier)))
    expect(
      wrong
        .map(({ name }) => name)
        .filter(
          name =>
            !/^(edge\/(http|control)\/|intake\/source\/jira\/live\/|store\/trino\/|app\/lake\/s3-target\.ts)/.test(
              name,
            ),
        ),
    ).toEqual([])
  })

  it('read the clock and random numbers only at the edges', () => {
    const wrong = files.filter(({ text }) =>
      /\bDate\.now\(|\bnew Date\(\)|Math\.random\(|performance\.now\(/.test(text),
    )
    const edges = ['main.ts', 'cli', 'control', 'exports', 'http', 'report', 'store', 'web']
    const inside = wrong.map(({ name }) => name).filter(name => !edges.includes(folderOf(name)))
    // The jitter of retries, the clock of a round's thread, and the turns that long work gives to other work.
    expect(inside.sort()).toEqual([
      'core/base/in-slices.ts',
      'intake/source/jira/live/jira-client.ts',
      'intake/sync/system-clock.ts',
    ])
  })

  it('names its exports, and has no barrel files', () => {
    const wrong = files.filter(({ name, text }) => /^export default/m.test(text) || /(^|\/)index\.ts$/.test(name))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
