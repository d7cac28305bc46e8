import type { BodyMedia } from '../../src/edge/http/check-body.ts'
import type { RequestedEndpoint } from '../../src/store/plan/parameters.ts'

/** The access modes, each with a server of its own over the same store. */
export type Mode = 'open' | 'tokens'

/** A registered route of the server. */
export interface FuzzedRoute {
  readonly url: string
  readonly methods: readonly string[]
  /** Set if responses have the format of the contract. */
  readonly endpoint: RequestedEndpoint | 'file' | null
  readonly reads: BodyMedia | null
}

/** The environment variable with the folder of the server's store. */
export const STORE_VARIABLE = 'SOJOURN_FUZZ_STORE'

/** What the fuzzer knows about the server. */
export interface FuzzServerFacts extends ServerFacts {
  /** Of the tracker. */
  readonly issueKeys: readonly string[]
}

/** What the server reports about itself. */
export interface ServerFacts {
  readonly ports: Readonly<Record<Mode, number>>
  readonly routes: readonly FuzzedRoute[]
  /** A token of each user, by login. */
  readonly tokens: Readonly<Record<string, string>>
  /** Must not appear in any response. */
  readonly secrets: readonly string[]
}

/** Bytes, after garbage collection. */
export interface Memory {
  readonly rss: number
  readonly heap: number
}

/** The messages of the server process. */
export type FromFuzzServer =
  | { readonly kind: 'ready'; readonly facts: ServerFacts }
  | { readonly kind: 'defect'; readonly message: string }
  | { readonly kind: 'memory'; readonly memory: Memory }
