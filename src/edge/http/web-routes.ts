import { existsSync, readdirSync } from 'node:fs'
import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type Policy, withPolicy } from './security-headers.ts'

/** The content-security policy of the page: only content from this server. */
const PAGE_POLICY: Policy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** The names of these files contain a hash of their contents, so they never change. */
const IMMUTABLE = 'assets/'

/**
 * Adds the page: a route for each file in the built `folder`, `/` for index.html, and the short addresses of teams.
 *
 * Each file has a route of its own, so no request path is ever looked up on the disk. Adds nothing without the folder:
 * the API works without the page.
 */
export function addWebRoutes(server: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) return
  server.get<{ Params: { readonly id: string } }>('/teams/:id', { config: { admits: 'anybody' } }, (request, reply) =>
    // Relative, because the server does not know the path in front of a proxy.
    reply.redirect(`../?page=${encodeURIComponent(`saved-team:${request.params.id}`)}`),
  )
  server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || /\.(gz|br)$/.test(file.name)) continue
    const name = `${file.parentPath}/${file.name}`.slice(folder.length).replaceAll(sep, '/').replace(/^\/+/, '')
    const url = name === 'index.html' ? '/' : `/${name}`
    const cacheControl = name.startsWith(IMMUTABLE) ? 'public, max-age=31536000, immutable' : 'no-cache'
    server.get(url, { config: { admits: 'anybody' }, helmet: withPolicy(PAGE_POLICY) }, (_request, reply) =>
      reply.header('cache-control', cacheControl).sendFile(name),
    )
  }
}
