import type { Endpoint } from '../../src/plan/parameters.ts'

/** A report that a command on a page asks for. */
export interface AskedReport {
  readonly tool: 'curl' | 'sojourn'
  readonly endpoint: Endpoint
  /** In the order of their names. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/** The reports that the commands of a shell block ask for, by `curl` or by `sojourn report`. */
export function askedReports(block: string): AskedReport[] {
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map(wordsOf)
    .flatMap(words => {
      if (words[0] === 'curl') return curlReport(words)
      return words[0] === 'sojourn' && words[1] === 'report' ? sojournReport(words) : []
    })
}

/** The words of a line, without their quotes. */
function wordsOf(line: string): string[] {
  const found = line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)
  return [...found].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double))
}

function curlReport(words: readonly string[]): AskedReport[] {
  const address = words.find(word => /\/(list|aggregation)(\?|$)/.test(word))
  if (address === undefined) return []
  const [path, query = ''] = address.split('?') as [string, string?]
  const data = words.filter((_, i) => ['-d', '--data-urlencode'].includes(words[i - 1] ?? ''))
  return [
    {
      tool: 'curl',
      endpoint: path.endsWith('/list') ? 'list' : 'aggregation',
      parameters: sorted([
        ...[...new URLSearchParams(query)].map(pair => pair as [string, string]),
        ...data.map(pairOf),
      ]),
    },
  ]
}

function sojournReport([, , kind, ...rest]: readonly string[]): AskedReport {
  return { tool: 'sojourn', endpoint: kind as Endpoint, parameters: sorted(rest.map(pairOf)) }
}

function pairOf(word: string): [string, string] {
  const at = word.indexOf('=')
  return [word.slice(0, at), word.slice(at + 1)]
}

function sorted(pairs: readonly (readonly [string, string])[]): AskedReport['parameters'] {
  return pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))
}
