import { type ErrorCode, type ErrorParameters, isUserError, messages, UserError } from './errors.ts'

/** An error as plain data: a UserError, or any other. */
export type SentError =
  | { readonly code: ErrorCode; readonly parameters: unknown }
  | { readonly message: string; readonly stack: string; readonly code: string | null }

/** The result of a call, or its error. */
export type SentResult = { readonly result: unknown } | { readonly error: SentError }

interface Call {
  readonly id: number
  readonly call: string
  readonly arguments: readonly unknown[]
}

interface Answer {
  readonly id: number
  readonly answer: SentResult
}

/** A message from a worker: a call of a service, an event, or the end of its job. */
export type FromWorker<Event> = Call | { readonly event: Event } | { readonly end: SentResult }

/** A message to a worker: its job, the answer to a call, or the request to stop the job or to end. */
export type ToWorker<Job> = { readonly job: Job } | Answer | { readonly stop: SentError } | { readonly close: true }

/** Functions that the other thread may call. Arguments and results are plain data. */
// biome-ignore lint/suspicious/noExplicitAny: each function has its own arguments
export type Services<S> = { readonly [Name in keyof S]: (...values: any[]) => Promise<unknown> }

/** The channel to a worker: a thread, or a port. */
export interface WorkerPort {
  // biome-ignore lint/suspicious/noExplicitAny: each worker has its own jobs
  readonly postMessage: (message: ToWorker<any>) => void
  /** Events are `message`, and of a thread `error` and `exit`. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes depends on the event
  readonly on: (event: string, listener: (value: any) => void) => unknown
  // biome-ignore lint/suspicious/noExplicitAny: what comes depends on the event
  readonly off: (event: string, listener: (value: any) => void) => unknown
  /** Whether the worker keeps the process alive. */
  readonly ref: () => void
  readonly unref: () => void
}

/** The worker's end of its channel. */
export interface JobPort {
  // biome-ignore lint/suspicious/noExplicitAny: each worker has its own events
  readonly postMessage: (message: FromWorker<any>) => void
  // biome-ignore lint/suspicious/noExplicitAny: each worker has its own jobs
  readonly on: (event: 'message', listener: (message: ToWorker<any>) => void) => unknown
  readonly close: () => void
}

/** A job for a worker, and what the worker may use. */
export interface WorkerJob<Job, Event> {
  /** For messages: 'import', 'round'. */
  readonly name: string
  readonly job: Job
  readonly services: object
  readonly onEvent: (event: Event) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a job in a worker, and returns its result. Throws what the worker throws.
 *
 * When the signal is aborted, the worker's signal is aborted with the same reason.
 */
export function runInWorker<Job, Event>(
  port: WorkerPort,
  { name, job, services, onEvent, signal }: WorkerJob<Job, Event>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = () => port.postMessage({ stop: sentError(signal!.reason) })
    const settle = (done: () => void) => {
      signal?.removeEventListener('abort', stop)
      for (const [event, listener] of Object.entries(listeners)) port.off(event, listener)
      done()
    }
    const listeners = {
      message: (message: FromWorker<Event>) => {
        if ('call' in message) void answer(port, services as Services<object>, message)
        else if ('event' in message) onEvent(message.event)
        else if ('error' in message.end) {
          const { error } = message.end
          settle(() => reject(receivedError(error)))
        } else {
          const { result } = message.end
          settle(() => resolve(result))
        }
      },
      error: (error: Error) => settle(() => reject(error)),
      exit: () => settle(() => reject(new Error(`the thread of the ${name} ended`))),
    }
    for (const [event, listener] of Object.entries(listeners)) port.on(event, listener)
    port.postMessage({ job })
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
}

async function answer(port: WorkerPort, services: Services<object>, { id, call, arguments: values }: Call) {
  const service = (services as Record<string, (...values: readonly unknown[]) => Promise<unknown>>)[call]!
  port.postMessage({ id, answer: await sentResult(service(...values)) })
}

/** The context of a worker's job. */
export interface WorkerContext<S, Event> {
  /** The functions of the other thread. */
  readonly services: S
  readonly emit: (event: Event) => void
  readonly signal: AbortSignal
}

/**
 * Does the jobs that arrive at `port` with `work`, one after the other. The last message of a job is its end. With
 * `isSingle`, the port is closed after the first.
 */
export function serveJobs<Job, S extends Services<S>, Event>(
  port: JobPort,
  work: (job: Job, context: WorkerContext<S, Event>) => Promise<unknown>,
  { isSingle }: { readonly isSingle: boolean },
): void {
  let stop = new AbortController()
  const calls = new Map<number, (answer: SentResult) => void>()
  let lastId = 0
  const call = (name: string, values: readonly unknown[]) =>
    new Promise<SentResult>(answered => {
      const id = ++lastId
      calls.set(id, answered)
      port.postMessage({ id, call: name, arguments: values })
    }).then(resultOf)
  const services = new Proxy({} as S, {
    get:
      (_, name) =>
      (...values: readonly unknown[]) =>
        call(String(name), values),
  })
  const emit = (event: Event) => port.postMessage({ event })
  port.on('message', async (message: ToWorker<Job>) => {
    if ('close' in message) port.close()
    else if ('stop' in message) stop.abort(receivedError(message.stop))
    else if ('id' in message) {
      calls.get(message.id)?.(message.answer)
      calls.delete(message.id)
    } else {
      stop = new AbortController()
      port.postMessage({ end: await sentResult(work(message.job, { services, emit, signal: stop.signal })) })
      if (isSingle) port.close()
    }
  })
}

function sentError(error: unknown): SentError {
  if (isUserError(error)) return { code: error.code, parameters: error.parameters }
  const { message, stack, code } =
    error instanceof Error
      ? (error as Error & { code?: unknown })
      : (new Error(String(error)) as Error & { code?: unknown })
  return { message, stack: stack ?? message, code: typeof code === 'string' ? code : null }
}

function receivedError(sent: SentError): Error {
  if ('parameters' in sent && Object.hasOwn(messages, sent.code)) {
    return new UserError(sent.code, sent.parameters as ErrorParameters<typeof sent.code>)
  }
  const { message, stack, code } = sent as Extract<SentError, { message: string }>
  return Object.assign(new Error(message), { stack }, code === null ? {} : { code })
}

function resultOf(sent: SentResult): unknown {
  if ('error' in sent) throw receivedError(sent.error)
  return sent.result
}

async function sentResult(work: Promise<unknown>): Promise<SentResult> {
  try {
    return { result: await work }
  } catch (error) {
    return { error: sentError(error) }
  }
}
