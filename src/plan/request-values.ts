import { Mistakes, oneOf, quoted, sentence } from './mistakes.ts'
import { isOf, type Parameter, type ParameterName, parameters, type RequestedEndpoint } from './parameters.ts'

/** A parameter as it was sent. */
export interface SentParameter {
  readonly name: string
  readonly value: string
  readonly location: 'query' | 'body'
}

const BY_NAME: ReadonlyMap<string, Parameter> = new Map(
  parameters.map(parameter => [parameter.name.toLowerCase(), parameter]),
)

function whyIgnored({ of, chooses }: Parameter): string {
  return chooses && of === 'both' ? 'the report is about one issue' : `it is a parameter of the ${of} report`
}

/** The values of a request by parameter: those that were sent and are not empty, and what is to be said of the rest. */
export class RequestValues {
  readonly #values = new Map<string, string>()
  readonly mistakes = new Mistakes()
  readonly #warnings = new Set<string>()

  /** Sorts what was sent to an endpoint. The body wins over the query; names are matched without regard to case. */
  constructor(endpoint: RequestedEndpoint, sent: readonly SentParameter[]) {
    const found = new Map<Parameter, SentParameter[]>()
    for (const one of sent) {
      const parameter = BY_NAME.get(one.name.toLowerCase())
      if (!parameter)
        this.warn(sentence(`Unknown parameter ${quoted(one.name)} was ignored${this.#near(one.name, endpoint)}`))
      else if (!isOf(parameter, endpoint)) this.warn(`${parameter.name} was ignored: ${whyIgnored(parameter)}.`)
      else if (found.has(parameter)) found.get(parameter)!.push(one)
      else found.set(parameter, [one])
    }
    for (const [parameter, all] of found) this.#take(parameter, all)
  }

  #near(name: string, endpoint: RequestedEndpoint): string {
    const known: readonly Parameter[] = parameters
    return this.mistakes.suggestion(name, () => known.filter(one => isOf(one, endpoint)).map(one => one.name))
  }

  /** Notes that something was ignored. */
  warn(text: string): void {
    this.#warnings.add(text)
  }

  #take(parameter: Parameter, all: readonly SentParameter[]): void {
    const body = all.filter(({ location }) => location === 'body')
    const values = (body.length > 0 ? body : all)
      .map(({ value }) => (parameter.exact ? value : value.trim()))
      .filter(Boolean)
    const name = parameter.name as ParameterName
    const joinable = parameter.list && !values.some(value => value.startsWith('['))
    if (values.length > 1 && !joinable) {
      this.mistakes.add(
        name,
        `is given ${values.length} times: ${values.slice(0, 3).map(quoted).join(', ')}. Give it once`,
      )
    } else if (values.length > 0) this.#values.set(name, values.join(','))
  }

  /** What was ignored, and why; each once. */
  get warnings(): readonly string[] {
    return [...this.#warnings]
  }

  /** The value sent; `undefined` when it is absent or empty. */
  text(name: ParameterName): string | undefined {
    return this.#values.get(name)
  }

  /** The value in the contract's spelling; notes a mistake and is `undefined` when it is none of the possible ones. */
  choice<T extends string>(name: ParameterName, values: readonly T[], fallback?: T): T | undefined {
    const value = this.text(name)
    if (value === undefined) return fallback
    const lower = value.trim().toLowerCase()
    const found = values.find(one => one.toLowerCase() === lower)
    if (found === undefined) this.mistakes.add(name, this.notPossible(value, values))
    return found
  }

  /** Returns the mistake of a value that is not one of the possible ones. */
  notPossible(value: string, values: readonly string[]): string {
    const why = `${quoted(value)} is not a possible value${this.mistakes.suggestion(value, () => values)}`
    return `${sentence(why)} Possible values: ${oneOf(values)}`
  }

  /** The parts between commas, without blanks around them, each once; empty when absent. */
  list(name: ParameterName): string[] {
    const parts = (this.text(name) ?? '').split(',').map(part => part.trim())
    return [...new Set(parts.filter(Boolean))]
  }

  /** Notes that a parameter is missing. */
  require(name: ParameterName, why: string): void {
    this.mistakes.add(name, `is required${why}`)
  }
}
