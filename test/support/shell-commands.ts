import type { Endpoint } from '../../src/store/plan/parameters.ts'

/** A report that a command on a page requests. */
export interface RequestedReport {
  readonly tool: 'curl' | 'sojourn'
  readonly endpoint: Endpoint
  /** Sorted by name. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/** Returns the reports that the commands of a shell block request, by `curl` or `sojourn report`. */
export function requestedReports(block: string): RequestedReport[] {
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map(argsOf)
    .flatMap(args => {
      if (args[0] === 'curl') return curlReport(args)
      return args[0] === 'sojourn' && args[1] === 'report' ? sojournReport(args) : []
    })
}

/** Splits a line into unquoted arguments. */
function argsOf(line: string): string[] {
  const found = line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)
  return [...found].map(([arg]) => arg.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double))
}

function curlReport(args: readonly string[]): RequestedReport[] {
  const address = args.find(arg => /\/(list|aggregation)(\?|$)/.test(arg))
  if (address === undefined) return []
  const [path, query = ''] = address.split('?') as [string, string?]
  const data = args.filter((_, i) => ['-d', '--data-urlencode'].includes(args[i - 1] ?? ''))
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

function sojournReport([, , kind, ...rest]: readonly string[]): RequestedReport {
  return { tool: 'sojourn', endpoint: kind as Endpoint, parameters: sorted(rest.map(pairOf)) }
}

function pairOf(arg: string): [string, string] {
  const at = arg.indexOf('=')
  return [arg.slice(0, at), arg.slice(at + 1)]
}

function sorted(pairs: readonly (readonly [string, string])[]): RequestedReport['parameters'] {
  return pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))
}
