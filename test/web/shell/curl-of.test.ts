import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlOf } from '../../../src/web/shell/curl-of.ts'

describe('a report as a command', () => {
  it('gives a shell the very words of the parameters', () => {
    const customjql = `summary ~ "it's $HOME \`x\`" AND \\ project = WEB`
    const command = curlOf('http://localhost/api/list', { customjql }, { withToken: false })
    // A shell function in place of curl prints its arguments.
    const args = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' })
    expect(args.split('\0').slice(0, -1)).toEqual([
      '--silent',
      '--show-error',
      'http://localhost/api/list',
      '--data-urlencode',
      `customjql=${customjql}`,
    ])
  })

  it('has no token in it, but the place for one', () => {
    expect(curlOf('http://localhost/api/list', {}, { withToken: true })).toContain('Bearer $SOJOURN_TOKEN"')
  })
})
