import { existsSync, readdirSync } from 'node:fs'
import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type Policy, withPolicy } from './security-headers.ts'

/** What the page may do: run and show what comes from here, and nothing else. */
const PAGE_POLICY: Policy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** The names of these files have a digest of what is in them, so they never change. */
const UNCHANGING = 'assets/'

/**
 * Adds the page: a route for each file in `folder`, which its build made, and `/` for index.html.
 *
 * Each file is a route of its own, so no path of a request is ever looked for on the disk. Nothing is added when there
 * is no such folder: the interface works without the page.
 */
export function addWebRoutes(server: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) return
  server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || /\.(gz|br)$/.test(file.name)) continue
    const name = `${file.parentPath}/${file.name}`.slice(folder.length).replaceAll(sep, '/').replace(/^\/+/, '')
    const url = name === 'index.html' ? '/' : `/${name}`
    const kept = name.startsWith(UNCHANGING) ? 'public, max-age=31536000, immutable' : 'no-cache'
    server.get(url, { config: { admits: 'anybody' }, helmet: withPolicy(PAGE_POLICY) }, (_request, reply) =>
      reply.header('cache-control', kept).sendFile(name),
    )
  }
}
