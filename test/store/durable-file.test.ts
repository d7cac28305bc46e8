import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimDurably, flush } from '../../src/store/files/durable-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('claiming a name', () => {
  it('gives it to the first file only', async () => {
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

  it('fails in a missing folder', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, '')
    await expect(claimDurably(path, join(folder, 'none', 'name'))).rejects.toThrow(/ENOENT/)
  })
})

describe('a file on a slow disk', () => {
  it('is flushed without blocking the process', async () => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    // A pipe cannot be opened for reading before it is opened for writing, and cannot be flushed.
    spawn('sh', ['-c', 'sleep 0.5; : > "$0"', path])
    let isBlocked = true
    setImmediate(() => {
      isBlocked = false
    })
    await expect(flush(path).finally(() => expect(isBlocked).toBe(false))).rejects.toThrow(/EINVAL/)
  })
})
