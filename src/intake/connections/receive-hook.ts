import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { UserError } from '../../core/base/errors.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { WebhookHint } from '../source/tracker.ts'
import { readWebhook } from '../source/webhooks.ts'
import type { Secret } from './secret.ts'

/** How long the identifier of a webhook is kept: trackers send one again for hours. */
const REPEATED_FOR: Millis = 24 * 3_600_000

/** The most identifiers to remember. The oldest are forgotten; a hint that comes twice does no harm. */
const MAX_REMEMBERED = 100_000

/** A webhook as it arrived. */
export interface ReceivedHook {
  readonly bytes: Buffer
  readonly json: unknown
  /** The header `X-Hub-Signature`. */
  readonly signature: string | null
  /** The header `X-Atlassian-Webhook-Identifier`, which is the same when a webhook is sent again. */
  readonly identifier: string | null
}

/** Takes webhooks. They are hints: an issue that one names is read from the tracker, and nothing in it is stored. */
export interface ReceiveHook {
  /** Returns whether there is a connection with this key. */
  readonly isKnown: (name: string, key: string) => Promise<boolean>
  /** Takes a webhook of a connection, without waiting for what it leads to. Throws HOOK_UNSIGNED. */
  readonly receive: (name: string, hook: ReceivedHook) => Promise<void>
}

/** The dependencies of ReceiveHook. */
export interface HookDeps {
  /** Returns the key of a connection; `null` when there is no such connection. */
  readonly keyOf: (name: string) => Promise<string | null>
  /** Returns the secret that signs the webhooks of a connection; `null` without one. */
  readonly secretOf: (name: string) => Promise<Secret | null>
  /** Lets the tracker be asked soon for what a hint names. `isSigned` says that the tracker sent it. Never rejects. */
  readonly announce: (name: string, hint: WebhookHint, isSigned: boolean) => Promise<void>
  readonly now: () => Instant
}

/** Returns how webhooks are taken. */
export function createHookReceiver({ keyOf, secretOf, announce, now }: HookDeps): ReceiveHook {
  const repeated = new RecentIdentifiers()
  return {
    isKnown: async (name, key) => {
      const known = await keyOf(name)
      return known !== null && isSame(known, key)
    },
    receive: async (name, { bytes, json, signature, identifier }) => {
      const secret = await secretOf(name)
      if (secret !== null && !isSigned(bytes, signature, secret)) throw new UserError('HOOK_UNSIGNED')
      if (identifier !== null && repeated.has(`${name} ${identifier}`, now())) return
      const hint = readWebhook(json)
      if (hint !== null) void announce(name, hint, secret !== null)
    },
  }
}

/** Compares two texts in constant time, whatever their lengths are. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** Returns whether a body has a valid signature: `sha256=` and the HMAC of its bytes. */
function isSigned(bytes: Buffer, signature: string | null, secret: Secret): boolean {
  const wanted = createHmac('sha256', secret.reveal()).update(bytes).digest('hex')
  return signature !== null && isSame(signature.toLowerCase(), `sha256=${wanted}`)
}

/** The identifiers of the webhooks of the last hours, oldest first. */
class RecentIdentifiers {
  readonly #times = new Map<string, Instant>()

  /** Returns whether an identifier came before, and remembers it. */
  has(identifier: string, now: Instant): boolean {
    for (const [oldest, at] of this.#times) {
      if (now - at < REPEATED_FOR && this.#times.size < MAX_REMEMBERED) break
      this.#times.delete(oldest)
    }
    if (this.#times.has(identifier)) return true
    this.#times.set(identifier, now)
    return false
  }
}
