import type { BodyMedia } from '../../src/http/check-body.ts'
import type { RequestedEndpoint } from '../../src/plan/parameters.ts'

/** The access modes, each with a server of its own over the same store. */
export type Mode = 'open' | 'tokens'

/** A route of the server, as the framework was told of it. */
export interface FuzzedRoute {
  readonly url: string
  readonly methods: readonly string[]
  /** Set where answers have the contract's shape. */
  readonly endpoint: RequestedEndpoint | null
  readonly reads: BodyMedia | null
}

/** What those who fuzz know of the server. */
export interface FuzzServerFacts {
  readonly ports: Readonly<Record<Mode, number>>
  readonly routes: readonly FuzzedRoute[]
  /** Of the tracker. */
  readonly issueKeys: readonly string[]
  /** A token of each user, by login. */
  readonly tokens: Readonly<Record<string, string>>
  /** What no answer may hold. */
  readonly secrets: readonly string[]
}

/** Bytes, after the garbage is collected. */
export interface Memory {
  readonly rss: number
  readonly heap: number
}

/** What the process of the server tells. */
export type FromFuzzServer =
  | { readonly kind: 'ready'; readonly facts: FuzzServerFacts }
  | { readonly kind: 'defect'; readonly message: string }
  | { readonly kind: 'memory'; readonly memory: Memory }
