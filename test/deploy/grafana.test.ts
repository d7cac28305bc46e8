import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvCells } from '../support/csv-cells.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

const read = (name: string) => readFileSync(new URL(`../../deploy/grafana/${name}`, import.meta.url), 'utf8')

interface Column {
  readonly selector: string
  readonly text: string
  readonly type: 'string' | 'number' | 'timestamp'
  readonly timestampFormat?: string
}

/** A query of the Infinity data source. */
interface Target {
  readonly type: 'csv' | 'json'
  readonly parser: string
  readonly url: string
  readonly url_options: { readonly method: string; readonly params: readonly { key: string; value: string }[] }
  readonly root_selector: string
  readonly columns: readonly Column[]
}

interface Panel {
  readonly title: string
  readonly datasource: { readonly type: string; readonly uid: string }
  readonly targets: readonly Target[]
  readonly fieldConfig: { readonly overrides: readonly { readonly matcher: { readonly options: string } }[] }
  readonly options: { readonly xField?: string }
  readonly transformations?: readonly { readonly options: { readonly indexByName: object } }[]
}

const file = read('time-in-status.json')
const dashboard = JSON.parse(file) as {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { name: string; query: string }[] }
}
const queries = dashboard.panels.flatMap(({ title, targets }) => targets.map(target => ({ title, target })))

/** What Grafana puts in place of its variables, for a time range in the demo. */
const VALUES: Readonly<Record<string, string>> = {
  '__from:date:YYYY-MM-DD': '2024-07-01',
  '__to:date:YYYY-MM-DD': '2025-07-01',
  ...Object.fromEntries(dashboard.templating.list.map(({ name, query }) => [name, query])),
}

/** Returns the path that the data source requests. */
function pathOf({ url, url_options: { params } }: Target): string {
  const fill = (text: string) => text.replace(/\$\{([^}]*)\}/g, (_, name) => VALUES[name]!)
  const filled = params.map(({ key, value }): [string, string] => [key, fill(value)])
  return `${url}?${new URLSearchParams(filled)}`
}

/** Returns the value at a path such as `rows.0.value`. */
function at(value: unknown, path: string): unknown {
  return path === '' ? value : path.split('.').reduce<unknown>((inner, name) => Object(inner)[name], value)
}

/** Returns the cells of each column of a query, in the rows of the answer; `undefined` where the answer has none. */
function cellsOf({ type, columns, root_selector: root }: Target, text: string): unknown[][] {
  if (type === 'csv') {
    const [names, ...rows] = csvCells(text)
    return columns.map(({ selector }) => rows.map(row => row[names!.indexOf(selector)]))
  }
  const rows = [at(JSON.parse(text), root)].flat()
  return columns.map(({ selector }) => rows.map(row => at(row, selector)))
}

describe('deploy/grafana/time-in-status.json', () => {
  let server: DemoServer
  beforeAll(async () => {
    server = await demoServer()
  })

  it('has queries of both formats, with a parser that alerts can use', () => {
    expect(new Set(queries.map(({ target }) => target.type))).toEqual(new Set(['csv', 'json']))
    for (const { target } of queries)
      expect(target).toMatchObject({ parser: 'backend', url_options: { method: 'GET' } })
  })

  it('uses only variables that Grafana or the dashboard define', () => {
    const used = [...file.matchAll(/\$\{([^}]*)\}/g)].map(([, name]) => name!)
    expect(used.filter(name => !(name in VALUES))).toEqual([])
    for (const { datasource } of dashboard.panels) {
      expect(datasource).toEqual({ type: 'yesoreyeram-infinity-datasource', uid: `$\{datasource}` })
    }
  })

  it.each(queries)('requests what the server answers: $title', async ({ target }) => {
    const response = await server.request(pathOf(target))
    const text = await response.text()
    expect(response.status, text).toBe(200)
    expect(response.headers.get('x-warnings')).toBeNull()
    const cells = cellsOf(target, text)
    for (const [i, { selector, type, timestampFormat }] of target.columns.entries()) {
      const found = cells[i]!.filter(cell => cell !== undefined)
      // A JSON cell without a value has no raw.
      if (target.type === 'csv') expect(found, selector).toHaveLength(cells[i]!.length)
      expect(found.filter(Boolean).length, selector).toBeGreaterThan(0)
      if (type === 'number') expect(found.map(Number), selector).not.toContain(Number.NaN)
      // 2006-01 is a year with a month, as Go writes formats.
      if (type === 'timestamp')
        expect([timestampFormat, found[0]]).toEqual(['2006-01', expect.stringMatching(/^\d{4}-\d\d$/)])
    }
  })

  it.each(dashboard.panels)('refers to columns of its own query: $title', panel => {
    const names = panel.targets.flatMap(({ columns }) => columns.map(({ text }) => text))
    const { xField } = panel.options
    const referred = [
      ...panel.fieldConfig.overrides.map(({ matcher }) => matcher.options),
      ...(panel.transformations ?? []).flatMap(({ options }) => Object.keys(options.indexByName)),
      ...(xField === undefined ? [] : [xField]),
    ]
    expect(names).toEqual(expect.arrayContaining(referred))
  })
})

describe('deploy/grafana/datasource.yaml', () => {
  it('allows its own server only, and contains no token', () => {
    const text = read('datasource.yaml')
    const [, url] = /^ {4}url: (.*)$/m.exec(text)!
    expect([...text.matchAll(/^ {8}- (.*)$/gm)].map(([, host]) => host)).toEqual([url])
    expect(text).toMatch(/^ {6}bearerToken: \$SOJOURN_TOKEN$/m)
  })
})
