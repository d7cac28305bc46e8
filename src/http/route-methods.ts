import type { FastifyInstance } from 'fastify'

/** The methods that the addresses of a server take. */
export interface RouteMethods {
  /** All addresses but those with parameters in their path, in the order in which they were added. */
  readonly addresses: () => string[]
  /** The methods of an address, as the header `Allow` tells them; `undefined` when there is nothing at it. */
  readonly allowedAt: (path: string) => string | undefined
}

/** Notes the methods of all routes that are added from now on. */
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
