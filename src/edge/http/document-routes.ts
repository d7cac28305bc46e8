import type { FastifyInstance } from 'fastify'
import type { Json } from '../../app/operations/operation.ts'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { withPolicy } from './security-headers.ts'

/** Adds `/openapi.json` and `/docs`. `report` is the address of the report interface. */
export function addDocumentRoutes(server: FastifyInstance, report: string, version: string): void {
  let document: Json | null = null
  server.get('/openapi.json', { config: { admits: 'anybody' } }, async () => {
    document ??= openApi(report, version)
    return document
  })
  const page = docsPage(report, version)
  server.get('/docs', { config: { admits: 'anybody' }, helmet: withPolicy(page.policy) }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page.html),
  )
}
