import { setTimeout as pause } from 'node:timers/promises'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { Store } from '../../store/engine/store.ts'
import { hintIssues, type IssueHint } from '../../store/rows/hint-rows.ts'
import type { HintSource } from '../sync/round-settings.ts'

/** How long webhooks are collected before their issues are read: others often follow at once. Milliseconds. */
export const HINT_DELAY: Millis = 2000

/** The most issues that are read together. */
const READ_AT_ONCE = 100

/** The most written issues of a connection that are remembered. The next whole round reads the others, because they are due. */
const MAX_REMEMBERED = 1000

/** The most issues that are written into the ledger together. */
const WRITTEN_AT_ONCE = 500

/** The issues that webhooks named, by connection, until a round takes them. The ledger has them too. */
export interface HintedIssues {
  /** Writes a hint into the ledger, together with others that come at the same time. Rejects with errors of the store. */
  readonly add: (name: string, hint: IssueHint) => Promise<void>
  /** Returns whether a round for webhooks can begin. */
  readonly areReady: (name: string) => boolean
  /** Takes the next issues. */
  readonly take: (name: string) => readonly IssueHint[]
  /** Returns a source for a whole round that begins. */
  readonly source: (name: string) => HintSource
}

/** The issues of one connection. */
interface Hints {
  readonly unwritten: Map<string, IssueHint>
  readonly written: Map<string, IssueHint>
  /** When the first of the written ones was written. */
  since: Instant | null
  writing: Promise<void> | null
  /** Tells a round that waits. */
  wake: () => void
}

/** Returns the hints of a store. `delay` replaces HINT_DELAY in tests. */
export function createHintedIssues(
  { store, now }: { readonly store: Store; readonly now: () => Instant },
  delay: Millis = HINT_DELAY,
): HintedIssues {
  const all = new Map<string, Hints>()
  const of = (name: string): Hints => {
    const known = all.get(name)
    if (known) return known
    const hints: Hints = { unwritten: new Map(), written: new Map(), since: null, writing: null, wake: () => {} }
    all.set(name, hints)
    return hints
  }
  const write = async (name: string, hints: Hints): Promise<void> => {
    try {
      while (hints.unwritten.size > 0) {
        const batch = taken(hints.unwritten, WRITTEN_AT_ONCE)
        const wanted = await store.transactKeepingCache(run => hintIssues(run, name, batch, now()))
        for (const hint of wanted) put(hints.written, hint, MAX_REMEMBERED)
        if (hints.written.size === 0) continue
        hints.since ??= now()
        hints.wake()
      }
    } finally {
      // At once: a hint that comes now must not wait for the next one.
      hints.writing = null
    }
  }
  const waitFor = ({ since }: Hints): Millis => {
    const waited = since === null ? delay : now() - since
    // Otherwise a clock that is set back by an hour would delay them for an hour.
    return waited < 0 ? 0 : Math.max(0, delay - waited)
  }
  const take = (name: string): readonly IssueHint[] => {
    const hints = of(name)
    const next = taken(hints.written, READ_AT_ONCE)
    if (hints.written.size === 0) hints.since = null
    return next
  }
  return {
    add: (name, hint) => {
      const hints = of(name)
      put(hints.unwritten, hint, Number.POSITIVE_INFINITY)
      hints.writing ??= write(name, hints)
      return hints.writing
    },
    areReady: name => {
      const hints = of(name)
      return hints.written.size > 0 && waitFor(hints) === 0
    },
    take,
    source: name => {
      const hints = of(name)
      const stopped = new AbortController()
      const { signal } = stopped
      return {
        next: async () => {
          while (!signal.aborted) {
            if (hints.written.size > 0) {
              await pause(waitFor(hints), null, { ref: false, signal }).catch(() => {})
              if (!signal.aborted) return take(name)
            } else
              await new Promise<void>(resolve => {
                hints.wake = resolve
              })
          }
          return null
        },
        stop: async () => {
          stopped.abort()
          hints.wake()
        },
      }
    },
  }
}

/** Adds a hint, up to a limit. Of several about one issue the last one counts, except that a signed deletion stays. */
function put(hints: Map<string, IssueHint>, hint: IssueHint, limit: number): void {
  const before = hints.get(hint.id)
  if (before === undefined && hints.size >= limit) return
  if (before?.deletion !== 'signed') hints.set(hint.id, hint)
}

function taken(hints: Map<string, IssueHint>, limit: number): readonly IssueHint[] {
  const first = [...hints.values()].slice(0, limit)
  for (const { id } of first) hints.delete(id)
  return first
}
