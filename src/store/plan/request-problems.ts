import { didYouMean, nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import type { ParameterName } from './parameters.ts'

/** The maximum number of reported errors of one parameter, and of warnings about a request. */
export const MAX_MESSAGES = 50

const MAX_SUGGESTIONS = 10

/** Suggests names; see Problems. */
export type Suggestions = Pick<Problems<never>, 'suggestion'>

/** Collects the errors of a request, so that all are reported at once. */
export class Problems<in Name extends string = ParameterName> {
  /** The names of all parameters, in the order of messages. */
  readonly #names: readonly string[]
  #found = new Map<string, string[]>()
  #more = new Map<string, number>()
  #unknown = new Set<string>()
  #suggestions = 0

  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** Returns a copy, to which other errors can be added. */
  copy(): Problems<Name> {
    const copy = new Problems<Name>(this.#names)
    copy.#found = new Map(this.#found)
    copy.#more = new Map(this.#more)
    copy.#unknown = new Set(this.#unknown)
    copy.#suggestions = this.#suggestions
    return copy
  }

  /** Records an error of a parameter: the part of the sentence after its name. */
  add(name: Name, text: string): void {
    const texts = this.#found.get(name) ?? []
    if (texts.length === MAX_MESSAGES) this.#more.set(name, (this.#more.get(name) ?? 0) + 1)
    else this.#found.set(name, [...texts, text])
  }

  /**
   * Records an unknown parameter, and the names that it may stand for. Requests ignore it, so it is no error by itself, but may
   * explain why others are missing.
   */
  addUnknown(name: string, suggestion: string): void {
    this.#unknown.add(sentence(`ERROR: ${quoted(name)} is not a parameter${suggestion}`))
  }

  /** Returns whether the error limit of this parameter is reached. */
  isFull(name: Name): boolean {
    return this.#found.get(name)?.length === MAX_MESSAGES
  }

  /** Returns whether a parameter has an error. */
  has(name: Name): boolean {
    return this.#found.has(name)
  }

  /** Returns one sentence for each parameter with errors, in the order of the parameters. */
  messages(): string[] {
    return this.#names
      .filter(name => this.#found.has(name))
      .map(name => sentence(`ERROR: ${name} ${joined([...this.#found.get(name)!, ...this.#rest(name)])}`))
  }

  /**
   * Throws REPORT_INVALID if there is any error: one sentence for each parameter, in the order of the parameters, and then for each
   * unknown parameter that is similar to a known one.
   */
  check(): void {
    const messages = this.messages()
    if (messages.length > 0) throw new UserError('REPORT_INVALID', { messages: [...messages, ...this.#unknown] })
  }

  /**
   * Returns `. Did you mean 'a' or 'b'?` for the most similar names, or an empty string.
   *
   * Only the first ten errors of a request get a suggestion, because each searches up to 20,000 names. `names` must be
   * visible to the caller.
   */
  suggestion(text: string, names: () => Iterable<string>): string {
    if (this.#suggestions === MAX_SUGGESTIONS) return ''
    this.#suggestions++
    const suggestion = didYouMean(nearNames(text.trim(), names()))
    return suggestion && `.${suggestion}`
  }

  #rest(name: string): string[] {
    const more = this.#more.get(name)
    return more === undefined ? [] : [`${more} more ${more === 1 ? 'error' : 'errors'}`]
  }
}

/** Joins the errors of a parameter with semicolons. After a question, the next error starts a sentence. */
function joined(texts: readonly string[]): string {
  return texts.reduce((all, text) => `${all}${all.endsWith('?') ? ' Also, ' : '; '}${text}`)
}

/** Ends a text with a period, unless it is a question. */
export function sentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`
}

/** Why a text could not be resolved: the rest of a sentence that begins with the text in quotes. */
export class Unresolved {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

/** Quotes a value for a message, truncated to 100 characters. */
export function quoted(value: string): string {
  return value.length > 100 ? `'${value.slice(0, 100)}...'` : `'${value}'`
}

/** Returns the first 50 texts, then how many more there are. */
export function bounded(texts: readonly string[]): readonly string[] {
  const more = texts.length - MAX_MESSAGES
  return more > 0 ? [...texts.slice(0, MAX_MESSAGES), `and ${more} more`] : texts
}

/** Formats names as `a, b or c`. */
export function oneOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
