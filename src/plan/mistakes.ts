import { UserError } from '../base/errors.ts'
import { type ParameterName, parameters } from './parameters.ts'

/** How many mistakes of one parameter are told; a request can hold more than anybody would read. */
export const MOST_TOLD = 50

/** The mistakes of a request, gathered so that all are told at once. */
export class Mistakes {
  readonly #found = new Map<ParameterName, string[]>()
  readonly #more = new Map<ParameterName, number>()

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
      .map(({ name }) => `ERROR: ${name} ${this.#found.get(name)!.join('; ')}${this.#rest(name)}.`)
    if (messages.length > 0) throw new UserError('REPORT_INVALID', { messages })
  }

  #rest(name: ParameterName): string {
    const more = this.#more.get(name)
    return more === undefined ? '' : `; and ${more} more`
  }
}

/** Why a text means nothing: the rest of a sentence that begins with the text in quotes. */
export class NoMeaning {
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
