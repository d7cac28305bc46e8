import type { FastifyInstance } from 'fastify'
import type { Drilldowns } from '../page/drilldowns.ts'
import { parametersOf } from './report-routes.ts'
import type { RunningRequests } from './running-requests.ts'

/** The drill-down routes, and whether the parameters of the report may be in a form body. */
const PAGE_QUESTIONS: Readonly<Record<keyof Drilldowns, 'form' | 'address'>> = {
  explain: 'form',
  timeline: 'address',
  repairs: 'address',
  distribution: 'form',
}

/**
 * Adds `/api/explain` (how a cell was calculated), `/api/timeline` (the history of an issue), `/api/repairs` (repairs
 * in the histories of issues) and `/api/distribution` (the distribution of cells); see page-types.ts.
 */
export function addPageRoutes(server: FastifyInstance, page: Drilldowns, running: RunningRequests): void {
  for (const [name, location] of Object.entries(PAGE_QUESTIONS) as [keyof Drilldowns, 'form' | 'address'][]) {
    server.route({
      method: location === 'form' ? ['GET', 'POST'] : 'GET',
      url: `/api/${name}`,
      config: location === 'form' ? { reads: 'application/x-www-form-urlencoded' } : {},
      handler: async (request, reply) =>
        page[name](await parametersOf(request), { caller: request.caller, signal: running.signalFor(reply) }),
    })
  }
}
