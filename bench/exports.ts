// Whole reports as files over HTTP, next to small lists of another client: npm run bench:exports
// Each file has a new server with its default limits, after a warm-up.

import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { generateStore } from './generate-store.ts'
import { type ServedStore, serve } from './served-store.ts'
import { repeatedList } from './small-list.ts'

const { values: options } = parseArgs({
  options: {
    issues: { type: 'string', default: '100000' },
    types: { type: 'string', default: 'XLSX,CSV,PARQUET,PARQUET wide,NDJSON' },
  },
})

const LIST = {
  filterType: 'customjql',
  customjql: 'ORDER BY key',
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
  viewFormat: 'days',
}
const EXPORTS = '/rest/tis/report/1.0/api/file'

const dir = join(tmpdir(), `sojourn-large-${options.issues}`)
if (!existsSync(dir)) await generateStore(dir, { issues: Number(options.issues), projects: 67, seed: 1 })
for (const type of options.types.split(',')) await measure(type)

/** The parts of an export's answer that are used here. */
interface Progress {
  readonly exportId: string
  readonly status: string
  readonly message: string | null
  readonly size?: number
  readonly rows?: number
}

/** Prints the time and the size of a file, the server's memory, and the times of small lists without and next to it. */
async function measure(type: string): Promise<void> {
  const server = await serve(dir, [])
  try {
    const keys = await firstKeys(server)
    await written(server, type, `key in (${keys.join(',')})`, () => {})
    const small = repeatedList(server, keys, null)
    await pause(10_000)
    const alone = small.figures()
    const before = server.megabytes()!
    let peak = before
    const start = performance.now()
    const { exportId, size, rows } = await written(server, type, LIST.customjql, () => {
      peak = Math.max(peak, server.megabytes()!)
    })
    const computed = performance.now() - start
    const nextTo = small.figures()
    await small.stop()
    const bytes = await downloaded(server, exportId)
    const download = performance.now() - start - computed
    peak = Math.max(peak, server.megabytes()!)
    if (bytes !== size) throw new Error(`${bytes} bytes were downloaded, not ${size}`)
    console.log(
      `${type}: ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB, ${seconds(computed)}, download ${seconds(download)}, memory ${before} MB, then at most ${peak} MB`,
    )
    console.log(`  small lists alone:       ${alone}`)
    console.log(`  small lists next to it:  ${nextTo}`)
  } finally {
    await server.stop()
  }
}

async function firstKeys(server: ServedStore): Promise<readonly string[]> {
  const list = JSON.parse(await server.request('list', { ...LIST, pageSize: '6' }))
  const { rows } = list.table.body as { readonly rows: readonly { headerColumns: readonly { value: string }[] }[] }
  return rows.map(({ headerColumns }) => headerColumns[0]!.value)
}

/** Writes a file, and calls `onProgress` while it is written. */
async function written(
  server: ServedStore,
  type: string,
  customjql: string,
  onProgress: () => void,
): Promise<Progress> {
  const [outputType, layout = 'long'] = type.split(' ')
  const body = new URLSearchParams({ ...LIST, customjql, outputType: outputType!, layout })
  let progress: Progress = await answer(await fetch(server.base + EXPORTS, { method: 'POST', body }))
  while (progress.status === 'Waiting' || progress.status === 'In Progress') {
    await pause(100)
    onProgress()
    progress = await answer(await fetch(`${server.base}${EXPORTS}/${progress.exportId}`))
  }
  if (progress.status !== 'Successful') throw new Error(`${type}: ${progress.status}, ${progress.message}`)
  return progress
}

async function answer(response: Response): Promise<Progress> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Progress
}

/** Downloads a file, and returns its number of bytes. */
async function downloaded(server: ServedStore, id: string): Promise<number> {
  const response = await fetch(`${server.base}${EXPORTS}/${id}/download`)
  let bytes = 0
  for await (const chunk of response.body!) bytes += chunk.length
  return bytes
}

function seconds(time: number): string {
  return `${(time / 1000).toFixed(1)} s`
}
