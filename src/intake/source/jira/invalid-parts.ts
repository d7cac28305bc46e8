import type { Instant } from '../../../core/time/instant.ts'

/** Thrown for JSON that is not an issue or has invalid values. */
export class InvalidIssue extends Error {
  override readonly name = 'InvalidIssue'
  /** The error, as a message for a user, without a period. */
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** The invalid parts of an issue that were left out. */
export class InvalidParts {
  readonly #found: { readonly reason: string; readonly at: Instant | null }[] = []

  /** Adds a part, with its instant if it has one. Returns `null`, which takes its place. */
  add(reason: string, at: Instant | null = null): null {
    this.#found.push({ reason, at })
    return null
  }

  /** Returns what `read` returns, or `undefined` if it throws InvalidIssue; then this part is left out. */
  orLeftOut<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof InvalidIssue)) throw error
      this.add(error.reason)
      return undefined
    }
  }

  /** The error of each part: a text for users, without a period. */
  get reasons(): readonly string[] {
    return this.#found.map(({ reason }) => reason)
  }

  /** Returns the instants of the parts; `fallback` for those that have none. */
  instants(fallback: Instant): readonly Instant[] {
    return this.#found.map(({ at }) => at ?? fallback)
  }
}
