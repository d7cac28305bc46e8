import type { z } from 'zod'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import type { ErrorCode } from '../../core/base/errors.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import type { NamedParameter, Stability } from './named-parameters.ts'

/** Who may call an operation over HTTP; `commands` has no route: only commands on the server's machine call it. */
export type Admits = 'anybody' | 'users' | 'administrators' | 'commands'

/** Who may use a route. */
export type RouteAdmits = Exclude<Admits, 'commands'>

/**
 * What an operation costs a server: `read` and `heavy` wait for a slot of short or long jobs, `write` waits for the writer of
 * the store, `stream` has limits of its own, and `none` waits for nothing.
 */
export type Cost = 'none' | 'read' | 'heavy' | 'write' | 'stream'

/** A fragment of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** What an HTTP request sends to an operation. */
export interface Sent {
  /** What `{report}` is in paths. */
  readonly report: string
  /** The parts of the path that have names. */
  readonly path: Readonly<Record<string, string>>
  /** The value of a JSON body; `undefined` for other bodies, and for routes without one. */
  readonly json: unknown
  /** Returns the value of a parameter in the address. Throws REQUEST_MALFORMED if it is given twice. */
  readonly parameter: (name: string) => string | undefined
  /** Returns all parameters of the address, or of a form body. Throws REQUEST_MALFORMED. */
  readonly parameters: () => Promise<readonly RawParameter[]>
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /**
   * The caller, and a signal that is aborted when the client disconnects. A change takes only the caller, so that it completes
   * after a disconnect, too.
   */
  readonly context: Required<Pick<RequestContext, 'caller' | 'signal'>>
}

/** The body of a request. */
export interface BodyDeclaration {
  /** The largest accepted body; by default that of the server. Bytes. */
  readonly limit?: number
  /** Whether its JSON may be so long that it is parsed in slices. */
  readonly isLong?: boolean
  /** The schema of its JSON, and an example. */
  readonly schema: Json | z.ZodType
  readonly example: Json
}

/** A response to a successful request. */
export interface AnswerDeclaration<Result> {
  /** Whether a result has this response; by default each has. */
  readonly when?: (result: Result) => boolean
  readonly status: 200 | 201 | 202 | 204
  readonly description: string
  /** The name of a schema of the document, or a schema; none without a body. */
  readonly content?: string | Json
  /** Returns the body for a result; by default it is the body. */
  readonly bodyOf?: (result: Result, sent: Sent) => unknown
  /** Returns the headers of a result. Their names are in the document, except those that a cache does not need. */
  readonly headers?: (result: Result, sent: Sent) => Readonly<Record<string, string>>
  readonly documentedHeaders?: readonly string[]
}

/** The route of an operation. `Args` are its arguments, `Result` is the body of its response. */
export interface Route<Args extends readonly unknown[], Result> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path; names in braces are the parts that a request fills in. `{report}` is the address of the report interface. */
  readonly path: string
  /** How much clients can rely on it; `internal` is not in the document, because only the page uses it. */
  readonly stability: Stability | 'internal'
  /** The unique name of the operation in the OpenAPI document. */
  readonly id: string
  readonly summary: string
  /** The parameters of the document. */
  readonly parameters?: readonly Json[]
  readonly body?: BodyDeclaration
  /** Its parameters, which are in the address. */
  readonly named?: () => readonly NamedParameter[]
  /** Whether a POST with these parameters in a form does the same. */
  readonly hasForm?: boolean
  /** Whether it refuses requests through a proxy in access mode `open`, where everybody is an administrator. */
  readonly refusesProxies?: boolean
  readonly argumentsOf: (sent: Sent) => readonly [...Args] | Promise<readonly [...Args]>
  /** Its responses; the first one that a result has is sent. */
  readonly answers: readonly AnswerDeclaration<Result>[]
  /** The reasons of its refusals by HTTP status, in addition to those of every route of its kind. */
  readonly refusals?: Readonly<Record<number, string>>
  /** Another operation whose result is the body of the response, and its arguments. It waits in its own queue. */
  readonly shows?: {
    readonly operation: AnyOperation
    readonly argumentsOf: (result: never, sent: Sent) => readonly unknown[]
  }
}

/** The route of any operation, for code that treats all alike. */
export type AnyRoute = Route<readonly unknown[], never>

/** One operation: the single place that declares who may call it, what it costs, its route, and what it does. */
export interface Operation<Deps, Args extends readonly unknown[], Result> {
  readonly admits: Admits
  /** Operations that wait for a slot take a RequestContext as last argument. */
  readonly cost: NoInfer<Args> extends readonly [...unknown[], RequestContext] ? Cost : Exclude<Cost, 'read' | 'heavy'>
  /** The codes of the errors that it throws, in addition to those of every operation. */
  readonly errors: readonly ErrorCode[]
  /** Whether its last argument is a signal. */
  readonly hasSignal?: boolean
  readonly run: (deps: Deps, ...args: Args) => Promise<Result>
}

/** An operation with a route. */
export interface RoutedOperation<Deps, Args extends readonly unknown[], Result, Shown>
  extends Operation<Deps, Args, Result> {
  readonly admits: RouteAdmits
  readonly route: Route<NoInfer<Args>, Shown>
}

/** Any operation, for code that treats all alike. */
export interface AnyOperation {
  readonly admits: Admits
  readonly cost: Cost
  readonly errors: readonly ErrorCode[]
  readonly hasSignal?: boolean
  readonly run: (deps: never, ...args: never) => Promise<unknown>
  readonly route?: AnyRoute
  /** The routes with handlers of their own. */
  readonly routes?: readonly string[]
}

/** The operations of a topic, by name. */
export type Topic = Readonly<Record<string, AnyOperation>>

/** The methods that call the operations of a topic. */
export type Calls<T extends Topic> = {
  readonly [Name in keyof T]: T[Name]['run'] extends (deps: never, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never
}

/** What all operations of a topic need. */
export type DepsOf<T extends Topic> = T[keyof T]['run'] extends (deps: infer Deps, ...args: never) => unknown
  ? Deps
  : never

/** The part `{id}` of a path that names something by its id or its name, for the OpenAPI document. */
export const idOrName: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Its id or its name.',
  schema: { type: 'string' },
}

/** Returns whether the last argument of an operation is a RequestContext, which has a signal in addition to plain data. */
export function endsWithContext(args: readonly unknown[]): boolean {
  const last = args.at(-1)
  if (typeof last !== 'object' || last === null || !('caller' in last)) return false
  // JSON of a file may have a member of this name, too.
  const { caller } = last
  return typeof caller === 'object' && caller !== null && 'login' in caller && 'isAdministrator' in caller
}

/** Declares an operation that only commands call. */
export function command<Deps, Args extends readonly unknown[], Result>(
  declared: Omit<Operation<Deps, Args, Result>, 'admits'>,
) {
  return { ...declared, admits: 'commands' } as const
}

/** Declares an operation whose routes have a handler of their own. */
export function handled<Deps, Args extends readonly unknown[], Result>(
  declared: Operation<Deps, Args, Result> & {
    /** Its routes: methods with paths, such as `GET /api/flow/{endpoint}`. */
    readonly routes: readonly string[]
  },
): Operation<Deps, Args, Result> & { readonly routes: readonly string[] } {
  return declared
}

/** Declares an operation with a route. `Shown` is the body of its response: its result, or what `shows` names. */
export function operation<Deps, Args extends readonly unknown[], Result, Shown = Result>(
  declared: RoutedOperation<Deps, Args, Result, Shown>,
): RoutedOperation<Deps, Args, Result, Shown> {
  return declared
}

/** Calls an operation with its arguments. */
export type OperationCall = (...args: readonly unknown[]) => Promise<unknown>

/** Returns the methods of a topic; `methodOf` returns the one of an operation. */
export function callsOf<T extends Topic>(
  topic: T,
  methodOf: (name: string, operation: AnyOperation) => OperationCall,
): Calls<T> {
  return Object.fromEntries(Object.entries(topic).map(([name, one]) => [name, methodOf(name, one)])) as Calls<T>
}

/** Returns the methods of a topic that call its operations in this process. */
export function localCalls<T extends Topic>(topic: T, deps: DepsOf<T>): Calls<T> {
  return callsOf(topic, (_name, one) => localCall(one, deps))
}

/** Returns the method that calls an operation in this process. */
export function localCall({ run }: AnyOperation, deps: unknown): OperationCall {
  return (run as OperationCall).bind(null, deps)
}
