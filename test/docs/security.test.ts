import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const src = new URL('../../src/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, src), 'utf8')
const program = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.startsWith('web/'))
  .toSorted()

/** Exports that only serve; a Socket is harmless unless someone creates one. */
const HARMLESS = ['createServer', 'STATUS_CODES', 'Socket']

/** Returns the names that a file imports from network modules; types are erased at run time. */
function networkNames(text: string): string[] {
  const imports = text.matchAll(/^import \{([^}]*)\} from 'node:(?:https?|http2|net|tls|dgram|dns)(?:\/\w+)?'/gm)
  return [...imports]
    .flatMap(([, names]) => names!.split(',').map(name => name.trim()))
    .filter(name => !/^(type )/.test(name))
}

/** The files that connect to trackers and to Trino. The tests of the clients show to which origins. */
const CLIENTS = ['intake/source/jira/live/exchange.ts', 'store/trino/trino-client.ts']

describe('SECURITY.md', () => {
  it('is right that only connections of clients leave the machine: commands connect to a server on a local socket', () => {
    const callers = program.filter(file => {
      const text = read(file)
      const others = networkNames(text).filter(name => name !== '' && !HARMLESS.includes(name))
      return others.length > 0 || /\bfetch\(|new Socket\(|WebSocket|EventSource/.test(text)
    })
    expect(callers).toEqual(['edge/control/remote-import.ts', 'edge/control/send-call.ts', ...CLIENTS])
    const requests = callers
      .filter(caller => !CLIENTS.includes(caller))
      .flatMap(caller => read(caller).match(/\brequest\([^)]{0,40}/g) ?? [])
    expect(requests.filter(request => !/^request\(\{ socketPath: (?:this\.#)?socket\b/.test(request))).toEqual([])
    expect(requests).toHaveLength(3)
  })

  it('is right that DuckDB opens only the store, and the folders of the running import, of the lake and of exports', () => {
    const engine = read('store/engine/engine.ts')
    expect(engine).toContain(
      'const folders = [stagingFolder(path), lakeFolder(path), exportsFolder(path)].map(literal)',
    )
    expect(engine).toMatch(/set allowed_directories = \[\$\{folders\.join\(', '\)\}\]/)
    expect(engine).toContain('set enable_external_access = false')
    expect(engine).toContain('set lock_configuration = true')
  })
})
