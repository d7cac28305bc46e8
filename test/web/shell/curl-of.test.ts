import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlOf } from '../../../src/web/shell/share-menu.tsx'

describe('a report as a curl command', () => {
  it('quotes the parameters for a shell', () => {
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

  it('reads the token from the environment', () => {
    expect(curlOf('http://localhost/api/list', {}, { withToken: true })).toContain('Bearer $SOJOURN_TOKEN"')
  })
})
