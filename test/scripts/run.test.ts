import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-store.ts'

const ROOT = join(import.meta.dirname, '..', '..')

it('scripts/run.js runs a TypeScript file with its arguments', () => {
  const file = join(temporaryFolder(), 'shown.ts')
  writeFileSync(file, 'const shown: string[] = process.argv.slice(1)\nprocess.stdout.write(JSON.stringify(shown))\n')
  const { stdout, stderr } = spawnSync('node', ['scripts/run.js', file, '--issues', '7'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([file, '--issues', '7'])
})

it('each command of package.json names a file that exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const named = Object.values<string>(scripts).flatMap(command => command.match(/\b[\w./-]+\.(js|ts|sh)\b/g) ?? [])
  expect(named).toContain('scripts/run.js')
  expect(named.filter(file => !existsSync(join(ROOT, file)))).toEqual([])
})
