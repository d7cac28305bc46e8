import type { Caller } from '../access/caller.ts'
import type { RequestedEndpoint } from '../plan/parameters.ts'
import type { Admits } from './authenticate.ts'
import type { BodyMedia } from './check-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the report endpoints, whose errors have the contract's shape. */
    endpoint?: RequestedEndpoint
    /** Whom the route lets in: every user, unless it says otherwise. */
    admits?: Admits
    /** Whether it changes something, so that only the page and clients with a token may ask. */
    changes?: boolean
    /** What the body of a POST has to be; without it a route reads none. */
    reads?: BodyMedia
  }
  interface FastifyRequest {
    /** Who asks. */
    caller: Caller
  }
}
