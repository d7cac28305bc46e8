import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PageData } from '../page/page-data.ts'
import type { PageCatalogue } from '../page/page-types.ts'
import { jsonBody } from './json-body.ts'
import type { RunningRequests } from './running-requests.ts'
import { singleParameter } from './single-parameter.ts'

const savedBody = z.strictObject({ address: z.string() })

/**
 * Adds the data routes of the page: `GET /api/catalogue`, `GET /api/sync`, `GET /api/people?text=`, and the caller's saved reports at
 * `/api/reports`; see page-types.ts.
 */
export function addPageDataRoutes(
  server: FastifyInstance,
  data: PageData,
  paths: PageCatalogue['paths'],
  running: RunningRequests,
): void {
  server.get('/api/catalogue', async ({ caller }, reply) => ({
    ...(await data.catalogue({ caller, signal: running.signalFor(reply) })),
    paths,
  }))
  server.get('/api/sync', async ({ caller }) => data.sync({ caller }))
  server.get('/api/people', async ({ caller, raw }) => data.people(singleParameter(raw, 'text') ?? '', { caller }))
  server.get('/api/reports', async ({ caller }) => data.savedReports({ caller }))
  const named = '/api/reports/:name'
  server.put<{ Params: { name: string } }>(
    named,
    { config: { reads: 'application/json', changes: true } },
    async ({ caller, params: { name }, body }, reply) => {
      const { address } = jsonBody(body, savedBody, '{"address": "report=list&filterType=project"}')
      await data.saveReport({ name, address }, { caller })
      return reply.code(204).send()
    },
  )
  server.delete<{ Params: { name: string } }>(
    named,
    { config: { changes: true } },
    async ({ caller, params: { name } }, reply) => {
      await data.forgetReport(name, { caller })
      return reply.code(204).send()
    },
  )
}
