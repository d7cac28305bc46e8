import { didYouMean, nearNames } from '../base/did-you-mean.ts'
import { UserError } from '../base/errors.ts'
import { type ParameterName, parameters } from './parameters.ts'

/** How many mistakes of one parameter are told; a request can hold more than anybody would read. */
export const MOST_TOLD = 50

const MOST_SUGGESTIONS = 10

/** The mistakes of a request, gathered so that all are told at once. */
export class Mistakes {
  readonly #found = new Map<ParameterName, string[]>()
  readonly #more = new Map<ParameterName, number>()
  #suggestions = 0

  /** Notes what is wrong with a parameter: the part of the sentence after its name. */
  add(name: ParameterName, text: string): void {
    const texts = this.#found.get(name) ?? []
    if (texts.length === MOST_TOLD) this.#more.set(name, (this.#more.get(name) ?? 0) + 1)
    else this.#found.set(name, [...texts, text])
  }

  /** Whether of one more mistake of a parameter no more than that there is one would be told. */
  isFull(name: ParameterName): boolean {
    return this.#found.get(name)?.length === MOST_TOLD
  }

  /** Whether something is wrong with a parameter. */
  has(name: ParameterName): boolean {
    return this.#found.has(name)
  }

  /** Throws REPORT_INVALID when there is any mistake: one sentence a parameter, in the order of the contract. */
  check(): void {
    const messages = parameters
      .filter(({ name }) => this.#found.has(name))
      .map(({ name }) => sentence(`ERROR: ${name} ${this.#found.get(name)!.join('; ')}${this.#rest(name)}`))
    if (messages.length > 0) throw new UserError('REPORT_INVALID', { messages })
  }

  /**
   * Returns `. Did you mean 'a' or 'b'?` for the names that look like a text; nothing for none. Only the first ten mistakes
   * of a request get a suggestion: each searches up to 20,000 names. `names` must be visible to the caller.
   */
  suggestion(text: string, names: () => Iterable<string>): string {
    if (this.#suggestions === MOST_SUGGESTIONS) return ''
    this.#suggestions++
    const words = didYouMean(nearNames(text.trim(), names()))
    return words && `.${words}`
  }

  #rest(name: ParameterName): string {
    const more = this.#more.get(name)
    return more === undefined ? '' : `; and ${more} more`
  }
}

/** Returns a text as a sentence: with a full stop, unless it is a question. */
export function sentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`
}

/** Why a text means nothing: the rest of a sentence that begins with the text in quotes. */
export class Unresolved {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

/** A value as a message shows it: quoted, and cut when it is long. */
export function quoted(value: string): string {
  return value.length > 100 ? `'${value.slice(0, 100)}...'` : `'${value}'`
}

/** `a, b or c`. */
export function oneOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
