import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { fileTypes } from '../../src/store/plan/file-types.ts'
import { commandHere } from '../support/command-here.ts'
import { demoServer } from '../support/demo-server.ts'
import { demoFolder } from '../support/demo-store.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const page = readFileSync(new URL('../../docs/guides/exports.md', import.meta.url), 'utf8')

/** The code blocks of the page: the command, and the script. */
const [command, script] = [...page.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, text]) => text!)

const TOOLS = ['bash', 'curl', 'jq']
const missing = TOOLS.filter(tool => spawnSync(tool, ['--version']).status !== 0)
if (missing.length > 0)
  console.log(`${missing.join(', ')} is not installed: the script of the exports guide is skipped.`)

describe('docs/guides/exports.md', () => {
  const folder = temporaryFolder()

  it('names all output types', () => {
    const rows = [...page.matchAll(/^\| (`[A-Z`, ]+`) \| /gm)].flatMap(([, names]) => names!.match(/\w+/g)!)
    expect(rows.sort()).toEqual(fileTypes.map(({ name }) => name).sort())
  })

  it('has a command that writes the list', async () => {
    const [program, ...args] = command!.trim().split(' ')
    expect(program).toBe('sojourn')
    const file = join(folder, args.at(-1)!)
    await demoFolder(join(folder, 'store'))
    await commandHere(...args.slice(0, -1), file, '--store', join(folder, 'store'))
    expect(readFileSync(file, 'utf8').match(/^"WEB-/gm)).toHaveLength(922)
  })

  it.runIf(missing.length === 0)('has a script that downloads a file', async () => {
    const { origin, token } = await demoServer()
    const env = { ...process.env, SOJOURN: origin, SOJOURN_TOKEN: token }
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script!], { cwd: folder, env })
    expect(readFileSync(join(folder, 'web.csv'), 'utf8').match(/^"WEB-/gm)).toHaveLength(922)
  })
})
