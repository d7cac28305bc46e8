import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..', 'src')

const TO_SERVICE = [
  'base',
  'fields',
  'time',
  'catalogue',
  'history',
  'measure',
  'jql',
  'plan',
  'sql',
  'table',
  'store',
  'source',
  'access',
]

/** What each room may import, itself aside (docs/architecture.md). */
const ladder: Readonly<Record<string, readonly string[]>> = {
  base: [],
  fields: ['base'],
  time: ['base'],
  catalogue: ['base', 'fields', 'time'],
  history: ['base', 'fields', 'time'],
  measure: ['base', 'time', 'history'],
  jql: ['base', 'fields', 'time', 'catalogue'],
  plan: ['base', 'fields', 'time', 'catalogue', 'measure', 'jql'],
  sql: ['base', 'fields', 'time', 'measure', 'jql', 'plan'],
  table: ['base', 'fields', 'time', 'catalogue', 'plan'],
  store: ['base', 'fields', 'time', 'catalogue', 'history', 'sql'],
  source: ['base', 'fields', 'time', 'history'],
  access: ['base', 'catalogue', 'sql', 'store'],
  service: TO_SERVICE,
  http: ['base', 'time', 'plan', 'table', 'access', 'service'],
  cli: ['base', 'time', 'plan', 'table', 'access', 'service'],
  web: ['table', 'service'],
}

/** Static, type-only, re-exporting and dynamic imports, and those of CommonJS. */
const IMPORT = /(?:\bfrom\s*|\b(?:import|require)\s*\(?\s*)['"]([^'"]+)['"]/g

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name))
  .map(name => ({ name: name.split(sep).join('/'), text: readFileSync(join(SRC, name), 'utf8') }))

function roomOf(name: string): string {
  return name.includes('/') ? name.split('/')[0]! : name
}

function importsOf({ name, text }: { name: string; text: string }): { specifier: string; room: string | null }[] {
  return [...text.matchAll(IMPORT)].map(([, specifier]) => {
    if (!specifier!.startsWith('.')) return { specifier: specifier!, room: null }
    const path = relative(SRC, join(SRC, name, '..', specifier!))
      .split(sep)
      .join('/')
    return { specifier: specifier!, room: roomOf(path) }
  })
}

/** Imports that Node follows when it loads a file: neither dynamic nor of types only. */
const LOADED = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s*)?'([^']+)'/gm

/** Returns what is loaded together with a file: the rooms of our files, and packages. */
function loadedWith(entry: string): { readonly rooms: string[]; readonly packages: string[] } {
  const loaded = new Set([entry])
  const packages = new Set<string>()
  for (const name of loaded) {
    for (const [, specifier] of files.find(file => file.name === name)!.text.matchAll(LOADED)) {
      if (specifier!.startsWith('.')) loaded.add(posix.join(posix.dirname(name), specifier!))
      else if (!isBuiltin(specifier!)) packages.add(specifier!)
    }
  }
  return { rooms: [...new Set([...loaded].map(roomOf))].sort(), packages: [...packages].sort() }
}

describe('the start of a command', () => {
  it('loads neither the store nor the server before the command needs them', () => {
    const { rooms, packages } = loadedWith('main.ts')
    expect(packages).toEqual(['commander'])
    expect(rooms.filter(room => ['http', 'jql', 'sql', 'store', 'table'].includes(room))).toEqual([])
  })

  it('opens a store without what only imports, calendars and servers need', () => {
    const { packages } = loadedWith('service/workspace.ts')
    expect(packages).toEqual(['ical.js', 'stemmer', 'zod'])
    expect(loadedWith('store/open-store.ts').packages).toEqual(['stemmer'])
  })
})

describe('the house', () => {
  it('has only rooms that are on the ladder, and one door', () => {
    const rooms = new Set(files.map(({ name }) => roomOf(name)))
    rooms.delete('main.ts')
    expect([...rooms].filter(room => !(room in ladder))).toEqual([])
  })

  it('imports only down the ladder', () => {
    const wrong = files
      .filter(({ name }) => name !== 'main.ts')
      .flatMap(file =>
        importsOf(file)
          .filter(
            ({ room }) => room !== null && room !== roomOf(file.name) && !ladder[roomOf(file.name)]?.includes(room),
          )
          .map(({ specifier }) => `${file.name} imports ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  it('lets the page know types of other rooms only: it talks HTTP', () => {
    const wrong = files
      .filter(({ name }) => roomOf(name) === 'web')
      .flatMap(({ name, text }) =>
        importsOf({ name, text: text.replace(/^import type .*$/gm, '') })
          .filter(({ room }) => room !== null && room !== 'web')
          .map(({ specifier }) => `${name} imports more than types of ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  it('has SQL in sql/ and store/ only, and one place that chooses the dialect', () => {
    const writes = files.filter(({ text }) => /\bsql`|\bplain\(['`]/.test(text)).map(({ name }) => roomOf(name))
    expect([...new Set(writes)].sort()).toEqual(['sql', 'store'])
    const chooses = files.filter(({ text }) => /dialect\/duckdb\.ts'/.test(text)).map(({ name }) => roomOf(name))
    expect([...new Set(chooses)]).toEqual(['store'])
  })

  it('lets only store/ know the database driver', () => {
    const wrong = files.filter(file => importsOf(file).some(({ specifier }) => specifier.startsWith('@duckdb/')))
    expect(wrong.map(({ name }) => name).filter(name => !name.startsWith('store/'))).toEqual([])
  })

  it('opens no connection from anywhere but http/, and none to the outside', () => {
    const sockets = /^(node:)?(http|https|http2|net|tls|dgram|undici)$/
    const wrong = files.filter(file => importsOf(file).some(({ specifier }) => sockets.test(specifier)))
    expect(wrong.map(({ name }) => name).filter(name => !name.startsWith('http/'))).toEqual([])
  })

  it('asks for the time and for chance only at its edges', () => {
    const wrong = files.filter(({ text }) =>
      /\bDate\.now\(|\bnew Date\(\)|Math\.random\(|performance\.now\(/.test(text),
    )
    const edges = ['main.ts', 'http', 'cli', 'service', 'store', 'web']
    expect(wrong.map(({ name }) => name).filter(name => !edges.includes(roomOf(name)))).toEqual([])
  })

  it('names its exports, and has no barrel files', () => {
    const wrong = files.filter(({ name, text }) => /^export default/m.test(text) || /(^|\/)index\.ts$/.test(name))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
