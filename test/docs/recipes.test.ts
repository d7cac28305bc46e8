import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvCells } from '../support/csv-cells.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const page = readFileSync(new URL('../../docs/guides/recipes.md', import.meta.url), 'utf8')

/** Returns the first code block of a section in a language. */
function block(section: string, language: string, index = 0): string {
  const [, text] = new RegExp(`^## ${section}\n(.*?)^## `, 'ms').exec(`${page}## `)!
  return [...text!.matchAll(new RegExp(`^ *\`\`\`${language}\n(.*?)^ *\`\`\`$`, 'gms'))][index]![1]!
}

/** Returns a table of texts as the cells of its rows after the header: an issue type, and numbers. */
function numbersIn(text: string): (string | number)[][] {
  return [...text.matchAll(/(Bug|Story|Sub-task|Task)\s+([\d.]+)\s+([\d.]+)$/gm)].map(([, type, ...numbers]) => [
    type!,
    ...numbers.map(Number),
  ])
}

const documented = numbersIn(block('Names and types of columns', 'text'))
const folder = temporaryFolder()
let server: DemoServer
let rows: string

/** Runs a script of the page, with the variables that the page sets. Returns what it prints. */
async function printed(program: string, name: string, script: string): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, script)
  const env = { ...process.env, SOJOURN_TOKEN: server.token, ROWS: server.origin + rows }
  return (await promisify(execFile)(program, [file], { env })).stdout
}

/** Whether a command succeeds. If not, says that a recipe is skipped. */
function has(program: string, args: readonly string[], recipe: string): boolean {
  const isThere = spawnSync(program, args).status === 0
  if (!isThere) console.log(`${program} ${args.join(' ')} fails: the recipe for ${recipe} is skipped.`)
  return isThere
}

describe('docs/guides/recipes.md', () => {
  beforeAll(async () => {
    server = await demoServer()
    const [, body] = /-d '(\{.*?\})'/s.exec(block('Before you start', 'sh'))!
    const saved = await server.request('/rest/tis/report/1.0/api/views', body)
    expect(saved.status).toBe(201)
    rows = `${((await saved.json()) as { address: string }).address}/rows`
  })

  /** Returns the rows, with parameters. */
  async function csv(query: string): Promise<string> {
    const response = await server.request(`${rows}?${query}`)
    expect(response.status).toBe(200)
    return response.text()
  }

  it('shows the numbers of DuckDB', async () => {
    expect(documented).toHaveLength(4)
    const file = join(folder, 'web.csv')
    writeFileSync(file, await csv('format=csv'))
    const connection = await (await DuckDBInstance.create()).connect()
    await connection.run(block('DuckDB', 'sql', 1).replace("'web.csv'", `'${file}'`))
    const answer = await connection.runAndReadAll(block('DuckDB', 'sql', 2))
    expect(answer.getRowsJson()).toEqual(documented)
    const versions = await connection.runAndReadAll(`SELECT count(*)::INT FROM issues WHERE "Fix Version/s" = '4.10'`)
    expect(versions.getRowsJson()).toEqual([[expect.any(Number)]])
    expect(versions.getRowsJson()[0]![0]).toBeGreaterThan(0)
    connection.closeSync()
  })

  it.skipIf(!has('python3', ['-c', 'import pandas'], 'pandas'))('shows the numbers of pandas', async () => {
    expect(numbersIn(await printed('python3', 'recipe.py', block('pandas', 'python')))).toEqual(documented)
  })

  it.skipIf(!has('python3', ['-c', 'import pandas, pyarrow'], 'Parquet'))('shows the numbers of Parquet', async () => {
    expect(numbersIn(await printed('python3', 'parquet.py', block('pandas', 'python', 1)))).toEqual(documented)
  })

  it('has texts and milliseconds in Parquet', async () => {
    const [, query] = /"\$ROWS\?(format=parquet[^"]*)"/.exec(page)!
    const file = join(folder, 'web.parquet')
    writeFileSync(file, Buffer.from(await (await server.request(`${rows}?${query}`)).arrayBuffer()))
    const connection = await (await DuckDBInstance.create()).connect()
    const answer = await connection.runAndReadAll(`SELECT column_name, column_type FROM (DESCRIBE FROM '${file}')`)
    expect(new Map(answer.getRowsJson() as [string, string][])).toEqual(
      new Map([
        ...['Key', 'Summary', 'Issue Type', 'Status', 'Fix Version/s'].map((name): [string, string] => [
          name,
          'VARCHAR',
        ]),
        ['Created', 'TIMESTAMP WITH TIME ZONE'],
        ...['To Do', 'In Progress', 'Code Review', 'Testing'].map((name): [string, string] => [name, 'BIGINT']),
      ]),
    )
    connection.closeSync()
  })

  it.skipIf(!has('Rscript', ['--version'], 'R'))('shows the numbers of R', async () => {
    expect(numbersIn(await printed('Rscript', 'recipe.R', block('R', 'r')))).toEqual(documented)
  })

  it('has a Power Query whose URL answers with the columns that it names', async () => {
    const query = block('Excel', 'powerquery')
    const [, path] = /RelativePath = "(.*?)"/.exec(query)!
    const [, name, value] = /Query = \[(\w+) = "(\w+)"\]/.exec(query)!
    expect(rows).toBe(`/${path!.replace(/views\/\w+/, () => /views\/\w+/.exec(rows)![0])}`)
    const [header, first] = (await csv(`${name}=${value}`)).split('\r\n')
    for (const [, column] of query.matchAll(/\{"(.*?)", type/g)) expect(header).toContain(`"${column}"`)
    expect(header).toContain('(days)"')
    expect(first).toMatch(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
    expect(query).not.toMatch(/Authorization|sj_/)
  })

  it('has a script for Google Sheets that writes numbers, dates and texts', async () => {
    const written: unknown[][][] = []
    const sent: unknown[] = []
    const text = await csv('format=csv')
    const properties: Record<string, string> = { SOJOURN_ROWS: 'https://x/rows', SOJOURN_TOKEN: 'sj_x' }
    const sheet = {
      clearContents: () => {},
      getRange: (...area: number[]) => ({
        setValues: (cells: unknown[][]) => {
          expect(area).toEqual([1, 1, cells.length, cells[0]!.length])
          written.push(cells)
        },
      }),
    }
    // Google's services, as far as the script uses them.
    const fetched = (...request: unknown[]) => {
      sent.push(request)
      return { getContentText: () => text }
    }
    const services = {
      PropertiesService: { getScriptProperties: () => ({ getProperty: (name: string) => properties[name] }) },
      UrlFetchApp: { fetch: fetched },
      Utilities: { parseCsv: csvCells },
      SpreadsheetApp: { getActive: () => ({ getSheetByName: (name: string) => (name === 'Sojourn' ? sheet : null) }) },
    }
    runInNewContext(`${block('Google Sheets', 'js')}; refreshSojourn()`, { ...services, Date })
    expect(sent).toEqual([['https://x/rows?format=csv', { headers: { Authorization: 'Bearer sj_x' } }]])
    const [names, ...cells] = written[0]!
    const valuesOf = (name: string) => cells.map(row => row[names!.indexOf(name)])
    expect(valuesOf('Created').every(value => value instanceof Date)).toBe(true)
    expect(new Set(valuesOf('Fix Version/s'))).toContain("'4.10")
    for (const value of valuesOf('Code Review (days)')) expect(value === '' || Number.isFinite(value)).toBe(true)
    expect(cells).toHaveLength(922)
  })

  it('names the column of versions by its number for LibreOffice', async () => {
    const [command, convert] = block('LibreOffice Calc', 'sh', 1).split('\n')
    const [, query] = /\$ROWS\?([^"]*)/.exec(command!)!
    const [header, first] = csvCells(await csv(query!))
    const [, number] = /,(\d+)\/2,/.exec(convert!)!
    expect(header![Number(number) - 1]).toBe('Fix Version/s')
    expect(first).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/))
  })
})
