import type { Steps } from '../../core/base/in-slices.ts'
import type { ParameterName, ParameterTable, RequestParameter } from './parameters.ts'
import { MAX_MESSAGES, oneOf, Problems, quoted, sentence } from './request-problems.ts'

/** A parameter as received. */
export interface RawParameter {
  readonly name: string
  readonly value: string
  readonly location: 'query' | 'body'
}

/** The non-empty values of a request by parameter, with its warnings and errors. */
export class RequestValues<in Name extends string = ParameterName> {
  readonly #table: ParameterTable
  #values = new Map<string, string>()
  #repeated = new Map<string, readonly string[]>()
  readonly problems: Problems<Name>
  #warnings = new Set<string>()
  #moreWarnings = 0

  /** Sorts the parameters of a request. The body takes precedence over the query; names ignore case. */
  constructor(table: ParameterTable, raw: readonly RawParameter[], problems = new Problems<Name>(table.names)) {
    const { names, find } = table
    this.#table = table
    this.problems = problems
    const found = new Map<RequestParameter, RawParameter[]>()
    for (const one of raw) {
      const { parameter, whyIgnored = null } = find(one.name.toLowerCase()) ?? {}
      if (!parameter) {
        const near = this.problems.suggestion(one.name, () =>
          names.filter(name => find(name.toLowerCase())?.whyIgnored === null),
        )
        this.warn(sentence(`Unknown parameter ${quoted(one.name)} was ignored${near}`))
        if (near !== '') this.problems.addUnknown(one.name, near)
      } else if (whyIgnored !== null) this.warn(`${parameter.name} was ignored: ${whyIgnored}.`)
      else if (found.has(parameter)) found.get(parameter)!.push(one)
      else found.set(parameter, [one])
    }
    for (const [parameter, all] of found) this.#take(parameter, all)
  }

  /** Returns a copy, for a plan of its own: planning adds errors and warnings. */
  copy(): RequestValues<Name> {
    const copy = new RequestValues<Name>(this.#table, [], this.problems.copy())
    copy.#values = new Map(this.#values)
    copy.#repeated = new Map(this.#repeated)
    copy.#warnings = new Set(this.#warnings)
    copy.#moreWarnings = this.#moreWarnings
    return copy
  }

  /** Records a warning about ignored input. Beyond the first 50, warnings are only counted. */
  warn(text: string): void {
    if (this.#warnings.size < MAX_MESSAGES) this.#warnings.add(text)
    else if (!this.#warnings.has(text)) this.#moreWarnings++
  }

  #take(parameter: RequestParameter, all: readonly RawParameter[]): void {
    const body = all.filter(({ location }) => location === 'body')
    const values = (body.length > 0 ? body : all)
      .map(({ value }) => (parameter.exact ? value : value.trim()))
      .filter(Boolean)
    const name = parameter.name as Name
    if (parameter.repeats) {
      this.#repeated.set(name, values)
      return
    }
    const joinable = parameter.list && !values.some(value => value.startsWith('['))
    if (values.length > 1 && !joinable) {
      this.problems.add(
        name,
        `is given ${values.length} times: ${values.slice(0, 3).map(quoted).join(', ')}. Give it once`,
      )
    } else if (values.length > 0) this.#values.set(name, values.join(','))
  }

  /** The distinct warnings about ignored input: at most 50, then how many more there are. */
  get warnings(): readonly string[] {
    return [...this.#warnings, ...(this.#moreWarnings > 0 ? [`and ${this.#moreWarnings} more`] : [])]
  }

  /** Returns the value; `undefined` if it is absent or empty. */
  text(name: Name): string | undefined {
    return this.#values.get(name)
  }

  /** Returns the values of a parameter that can be repeated, in their order; empty if it is absent. */
  all(name: Name): readonly string[] {
    return this.#repeated.get(name) ?? []
  }

  /** Returns the value in the contract's spelling. Records an error and returns `undefined` for any other value. */
  choice<T extends string>(name: Name, values: readonly T[], fallback?: T): T | undefined {
    const value = this.text(name)
    if (value === undefined) return fallback
    const lower = value.trim().toLowerCase()
    const found = values.find(one => one.toLowerCase() === lower)
    if (found === undefined) this.problems.add(name, this.notPossible(value, values))
    return found
  }

  /** Returns the error for a value that is not allowed. */
  notPossible(value: string, values: readonly string[]): string {
    const why = `${quoted(value)} is not a possible value${this.problems.suggestion(value, () => values)}`
    return `${sentence(why)} Possible values: ${oneOf(values)}`
  }

  /** Returns the distinct items between commas, trimmed; empty if absent. Each item is a step. */
  *list(name: Name): Steps<string[]> {
    const text = this.text(name) ?? ''
    const items = new Set<string>()
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf(',', start)
      const item = text.slice(start, end === -1 ? text.length : end).trim()
      if (item !== '') items.add(item)
      start = end === -1 ? text.length : end + 1
      yield
    }
    return [...items]
  }

  /** Records that a parameter is missing. */
  require(name: Name, why: string): void {
    this.problems.add(name, `is required${why}`)
  }
}
