import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimDurably, flush } from '../../src/store/durable-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a name that is claimed', () => {
  it('is that of the first file, whoever comes second', async () => {
    const [first, second, name] = ['first', 'second', 'name'].map(path => join(folder, path)) as [
      string,
      string,
      string,
    ]
    writeFileSync(first, 'first')
    writeFileSync(second, 'second')
    await claimDurably(first, name)
    await claimDurably(second, name)
    expect(readFileSync(name, 'utf8')).toBe('first')
    rmSync(first)
    expect(readFileSync(name, 'utf8')).toBe('first')
  })

  it('cannot be in a folder that is missing', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, '')
    await expect(claimDurably(path, join(folder, 'none', 'name'))).rejects.toThrow(/ENOENT/)
  })
})

describe('a file on a slow disk', () => {
  it('is flushed while everything else goes on', async () => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    // Nobody can open a pipe to read it before somebody opens it to write, and no pipe can be flushed.
    spawn('sh', ['-c', 'sleep 0.5; : > "$0"', path])
    let ticks = 0
    const ticking = setInterval(() => ticks++, 10)
    await expect(flush(path)).rejects.toThrow(/EINVAL/)
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(10)
  })
})
