import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeDemo } from '../../../scripts/demo/write-demo.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'

const SHIPPED = join(import.meta.dirname, '../../../assets/demo')

describe('assets/demo', () => {
  const written = temporaryFolder()
  beforeAll(() => writeDemo(written))

  it('has the files that npm run generate:demo writes', () => {
    expect(readdirSync(SHIPPED).sort()).toEqual(readdirSync(written).sort())
  })

  it.each(readdirSync(SHIPPED))('has the same %s as npm run generate:demo writes', name => {
    expect(contentOf(SHIPPED, name).equals(contentOf(written, name))).toBe(true)
  })

  it('is small enough for a package', () => {
    expect(statSync(join(SHIPPED, 'issues.jsonl.gz')).size).toBeLessThan(1_500_000)
  })
})

/** Unpacks a file, because versions of zlib may compress the same bytes differently. */
function contentOf(folder: string, name: string): Buffer {
  const bytes = readFileSync(join(folder, name))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
