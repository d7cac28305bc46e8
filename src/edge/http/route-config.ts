import type { Caller } from '../../access/permissions/caller.ts'
import type { RouteAdmits } from '../../app/operations/operation.ts'
import type { RequestedEndpoint } from '../../store/plan/parameters.ts'
import type { BodyMedia } from './check-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the endpoints of reports and exports, whose errors have the format of the contract. */
    endpoint?: RequestedEndpoint | 'file'
    /** Who may use the route; the default is every user. */
    admits?: RouteAdmits
    /**
     * Whether it changes data, so that only the page and clients with a token may call it. With `withoutPage`, clients
     * without a token may call it too, but no other page in a browser.
     */
    changes?: boolean | 'withoutPage'
    /** Whether it refuses requests through a proxy in access mode `open`. */
    refusesProxies?: boolean
    /** The content type of a POST body; a route without it reads no body. */
    reads?: BodyMedia
  }
  interface FastifyRequest {
    /** The authenticated caller. */
    caller: Caller
  }
}
