import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimDurably } from '../../src/store/durable-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a name that is claimed', () => {
  it('is that of the first file, whoever comes second', () => {
    const [first, second, name] = ['first', 'second', 'name'].map(path => join(folder, path)) as [
      string,
      string,
      string,
    ]
    writeFileSync(first, 'first')
    writeFileSync(second, 'second')
    claimDurably(first, name)
    claimDurably(second, name)
    expect(readFileSync(name, 'utf8')).toBe('first')
    rmSync(first)
    expect(readFileSync(name, 'utf8')).toBe('first')
  })

  it('cannot be in a folder that is missing', () => {
    const path = join(folder, 'file')
    writeFileSync(path, '')
    expect(() => claimDurably(path, join(folder, 'none', 'name'))).toThrow(/ENOENT/)
  })
})
