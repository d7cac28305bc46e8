// Counts the files of src that requests pass through: node scripts/files-passed.js [ROOT] [--list NAME]
//
// Builds a checkout with a module for each file, sends a request 2 times and 6 times, and counts the files with a
// function that was called more often. An import is measured in the same way, with one issue and with five.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'string' } } })
const root = resolve(positionals[0] ?? '.')
const built = join(root, 'dist-files')
const work = mkdtempSync(join(tmpdir(), 'sojourn-files-'))
const START = join(built, 'start.mjs')
const FEW = 2
const MANY = 6

const API = '/rest/tis/report/1.0/api'

const ALL = 'filterType=customjql&customjql=ORDER BY key'
const REPORT = `${ALL}&columnsBy=statusDuration&calendar=normalHours&pageSize=50`

const asking = (path, body) => async base =>
  answerOf(`${base}${path}`, { method: 'POST', body: new URLSearchParams(body) })

async function answerOf(address, init) {
  const answer = await fetch(address, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`)
  return text
}

/** Writes a file of a report, another one each time, and downloads it. */
async function exporting(base, i) {
  const body = new URLSearchParams(`${REPORT.replace('ORDER', `created > 2000-01-0${i + 1} ORDER`)}&outputType=csv`)
  let { exportId, ...state } = JSON.parse(await answerOf(`${base}${API}/file`, { method: 'POST', body }))
  while (state.status !== 'Successful') state = JSON.parse(await answerOf(`${base}${API}/file/${exportId}`))
  await answerOf(`${base}${API}/file/${exportId}/download`)
}

/** What is measured, by its name. */
const REQUESTS = {
  'a list': asking(`${API}/list`, REPORT),
  'an aggregation': asking(`${API}/aggregation`, `${REPORT}&aggregationType=average&groupByFields=project`),
  'an explanation': asking('/api/explain', `${REPORT}&column=3&issueKey=WEB-1`),
  'a flow summary': asking('/api/flow/summary', ALL),
  'a file': exporting,
}

/** Runs the program with coverage; `use` gets the process. Returns how often each function was called. */
async function callsOf(args, use) {
  const folder = mkdtempSync(join(work, 'coverage-'))
  const child = spawn(process.execPath, [START, ...args], {
    env: { ...process.env, NODE_V8_COVERAGE: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise(done => child.once('exit', done))
  await use?.(child)
  const code = await ended
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  const calls = new Map()
  for (const name of readdirSync(folder)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(folder, name), 'utf8')).result) {
      if (!url.startsWith(`file://${built}/`)) continue
      const file = url.slice(`file://${built}/`.length)
      for (const { functionName, ranges } of functions) {
        const key = `${file}#${functionName}@${ranges[0].startOffset}`
        calls.set(key, (calls.get(key) ?? 0) + ranges[0].count)
      }
    }
  }
  return calls
}

/** Returns the files with a function that was called at least `more` times more often. */
function passed(before, after, more) {
  const files = new Set()
  for (const [key, count] of after) if (count - (before.get(key) ?? 0) >= more) files.add(key.split('#')[0])
  return [...files].sort()
}

/** Sends a request so many times, and stops the server. */
const sending = (send, times) => async child => {
  const base = await new Promise((found, failed) => {
    child.once('exit', code => failed(new Error(`the server ended with ${code}`)))
    let said = ''
    child.stdout.on('data', text => {
      said += text
      const address = /http:\/\/[^\s/]+/.exec(said)
      if (address) found(address[0])
    })
  })
  for (let i = 0; i < times; i++) await send(base, i)
  child.kill('SIGTERM')
}

function exportOf(count) {
  const issues = Array.from({ length: count }, (_, i) => ({
    id: `${i + 1}`,
    key: `NEW-${i + 1}`,
    fields: {
      created: '2024-01-01T00:00:00.000Z',
      summary: 'A task',
      project: { id: '90', key: 'NEW', name: 'New' },
      issuetype: { id: '1', name: 'Task' },
      status: { id: '2', name: 'Done' },
    },
    changelog: {
      histories: [
        {
          id: `${i + 1}`,
          created: '2024-01-03T00:00:00.000Z',
          items: [{ field: 'status', fieldId: 'status', from: '1', fromString: 'Open', to: '2', toString: 'Done' }],
        },
      ],
    },
  }))
  const file = join(work, `issues-${count}.json`)
  writeFileSync(file, JSON.stringify({ issues }))
  return file
}

/** Returns the name of a built module. Threads are started by their names, so they keep their folders. */
function nameOf({ facadeModuleId }) {
  const name = relative(join(root, 'src'), facadeModuleId.split('?')[0])
  return name.startsWith('..') ? 'other/[name].js' : name.replace(/\.tsx?$/, '.js')
}

process.chdir(root)
try {
  await build({
    root,
    configFile: join(root, 'vite.program.config.ts'),
    logLevel: 'error',
    build: {
      outDir: built,
      rollupOptions: { output: { preserveModules: true, entryFileNames: nameOf } },
    },
  })
  writeFileSync(START, "import { main } from './main.js'\nmain(process.argv.slice(2))\n")
  const store = join(work, 'store')
  spawnSync(process.execPath, [START, 'demo', '--store', store], { stdio: 'inherit' })
  const found = {}
  const serve = ['serve', '--store', store, '--port', '0', '--log-level', 'silent']
  for (const [name, send] of Object.entries(REQUESTS)) {
    const few = await callsOf(serve, sending(send, FEW))
    const many = await callsOf(serve, sending(send, MANY))
    found[name] = passed(few, many, MANY - FEW)
  }
  const importing = count => callsOf(['import', exportOf(count), '--store', join(work, `import-${count}`)])
  found['an imported issue'] = passed(await importing(1), await importing(5), 4)
  for (const [name, files] of Object.entries(found)) {
    console.log(`${name}: ${files.length} files`)
    if (options.list === name) console.log(files.join('\n'))
  }
} finally {
  rmSync(built, { recursive: true, force: true })
  rmSync(work, { recursive: true, force: true })
}
