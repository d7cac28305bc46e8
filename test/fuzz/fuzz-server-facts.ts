import type { BodyMedia } from '../../src/http/check-body.ts'
import type { RequestedEndpoint } from '../../src/plan/parameters.ts'

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

/** What the fuzzer knows about the server. */
export interface FuzzServerFacts {
  readonly ports: Readonly<Record<Mode, number>>
  readonly routes: readonly FuzzedRoute[]
  /** Of the tracker. */
  readonly issueKeys: readonly string[]
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
  | { readonly kind: 'ready'; readonly facts: FuzzServerFacts }
  | { readonly kind: 'defect'; readonly message: string }
  | { readonly kind: 'memory'; readonly memory: Memory }
