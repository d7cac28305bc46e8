import type { FastifyInstance } from 'fastify'

/** The methods of the routes of a server. */
export interface RouteMethods {
  /** All paths without path parameters, in the order of registration. */
  readonly addresses: () => string[]
  /** The methods of a path, as in the header `Allow`; `undefined` for an unknown path. */
  readonly allowedAt: (path: string) => string | undefined
}

/** Records the methods of all routes that are registered from now on. */
export function collectRouteMethods(server: FastifyInstance): RouteMethods {
  const methods = new Map<string, ReadonlySet<string>>()
  server.addHook('onRoute', ({ url, method }) => {
    methods.set(url, new Set([...(methods.get(url) ?? []), ...[method].flat()]))
  })
  return {
    addresses: () => [...methods.keys()].filter(url => !url.includes(':')),
    allowedAt: path => {
      const url = methods.has(path) ? path : [...methods.keys()].find(template => fits(path, template))
      return url && [...methods.get(url)!].sort().join(', ')
    },
  }
}

function fits(path: string, template: string): boolean {
  const [parts, wanted] = [path.split('/'), template.split('/')]
  return (
    parts.length === wanted.length && wanted.every((one, i) => one === parts[i] || (one.startsWith(':') && parts[i]))
  )
}
