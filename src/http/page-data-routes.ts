import type { FastifyInstance } from 'fastify'
import type { PageData } from '../page/page-data.ts'
import type { PageCatalogue } from '../page/page-types.ts'
import type { RunningRequests } from './running-requests.ts'
import { singleParameter } from './single-parameter.ts'

/**
 * Adds the data routes of the page: `GET /api/catalogue`, `GET /api/sync` and `GET /api/people?text=`; see
 * page-types.ts.
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
}
