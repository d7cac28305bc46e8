import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { endsWithContext } from '../../app/operations/operation.ts'
import { callsOfTopics, SERVER_TOPICS, type TopicCalls } from '../../app/operations/topics.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { UserError } from '../../core/base/errors.ts'
import { isIdentityOf } from '../../core/base/folder-identity.ts'
import type { ConnectionServer } from '../../intake/connections/connection-server.ts'
import type { ImportSummary } from '../../intake/imports/import-histories.ts'
import type { ReportBody } from '../../reports/report/report-body.ts'
import { controlAddress } from './control-address.ts'
import { remoteImport } from './remote-import.ts'
import { resultOf, send } from './send-call.ts'
import { type Answer, type Call, REPORT_FACTS, REPORT_FORMAT, type ReportCall } from './wire.ts'

/** Timeout for the first response of a server. Milliseconds. */
const HELLO_TIMEOUT = 10_000

/**
 * Connects to the process that has the store open, and returns a workspace over it. The server answers under its own
 * settings.
 *
 * `busy` is the error of opening the store. Throws STORE_BUSY when that process does not respond, and when it serves
 * another store: a copied folder still has the address of the server of the original.
 */
export async function connectWorkspace(busy: UserError<'STORE_BUSY'>, timeoutMs = HELLO_TIMEOUT): Promise<Workspace> {
  const { dir, owner } = busy.parameters
  const socket = controlAddress(dir)?.socket
  if (socket === undefined || !(await isServed(dir, socket, timeoutMs))) {
    throw new UserError('STORE_BUSY', { dir, owner: `${owner}, which answers no commands` })
  }
  return remoteWorkspace(socket, busy)
}

/** Returns whether a server at the socket has the store in `dir` open. */
async function isServed(dir: string, socket: string, timeoutMs: number): Promise<boolean> {
  try {
    const answer: Answer = JSON.parse(await exchange(socket, null, AbortSignal.timeout(timeoutMs)))
    return isIdentityOf(dir, resultOf(answer))
  } catch {
    return false
  }
}

function remoteWorkspace(socket: string, busy: Error): Workspace {
  return {
    ...callsOfTopics(
      (topic, name) =>
        (...args) =>
          SERVER_TOPICS.includes(topic) ? Promise.reject(busy) : call(socket, `${topic}.${name}`, args),
    ),
    report: (request, requestContext) => remoteReport(socket, 'workspace.report', request, requestContext),
    flow: (request, requestContext) => remoteReport(socket, 'workspace.flow', request, requestContext),
    exportQueue: exportQueueOf(busy),
    importFiles: async ({ files, signal, onProgress, onFile, ...settings }) => {
      const named = files.map(({ name, canReopen }) => ({ name, canReopen }))
      const work = { call: 'workspace.importFiles', settings: { ...settings, files: named } }
      await remoteImport(socket, { ...work, files, signal, onProgress, onFile })
    },
    importDemo: async ({ signal, ...settings }) =>
      (await remoteImport(socket, { call: 'workspace.importDemo', settings, signal })) as ImportSummary,
    dataChanges: () => {
      throw busy
    },
    startScan: () => {
      throw busy
    },
    startPublishing: () => {
      throw busy
    },
    lakeMetrics: async () => {
      throw busy
    },
    connectionServer: connectionServerOf(busy),
    // The server owns the store.
    discardIfUnused: async () => {},
    close: async () => {},
  }
}

/** Returns what a command must not do while a server does it. */
function exportQueueOf(busy: Error): Workspace['exportQueue'] {
  const refuse = () => {
    throw busy
  }
  return { write: () => Promise.reject(busy), load: refuse, watch: refuse }
}

function connectionServerOf(busy: Error): ConnectionServer {
  const refuse = () => Promise.reject(busy)
  return {
    start: () => {
      throw busy
    },
    hooks: { isKnown: refuse, receive: refuse },
    metrics: refuse,
  }
}

/** Runs a report on the server. Its chunks throw STOPPING if the server exits before the last one. */
async function remoteReport(
  socket: string,
  name: ReportCall,
  request: Parameters<TopicCalls['report' | 'flow']>[0],
  { signal, ...requestContext }: RequestContext,
): Promise<ReportBody> {
  signal?.throwIfAborted()
  const call: Call = { call: name, arguments: [request, requestContext] }
  const response = await send(socket, JSON.stringify(call), signal).catch(() => {
    signal?.throwIfAborted()
    throw new UserError('STOPPING')
  })
  const format = response.headers[REPORT_FORMAT]
  if (format === undefined) return resultOf(JSON.parse(await text(response))) as ReportBody
  const facts = JSON.parse(decodeURIComponent(String(response.headers[REPORT_FACTS])))
  const chunks = chunksOf(response.setEncoding('utf8'), signal)
  return { format: format as ReportBody['format'], facts, chunks }
}

async function* chunksOf(response: IncomingMessage, signal: AbortSignal | undefined): AsyncGenerator<string> {
  try {
    yield* response
  } catch {
    signal?.throwIfAborted()
    throw new UserError('STOPPING')
  }
}

async function call(socket: string, name: string, args: readonly unknown[]): Promise<unknown> {
  const { plain, signal } = withoutSignal(args)
  signal?.throwIfAborted()
  const call: Call = { call: name, arguments: plain }
  let answer: string
  try {
    answer = await exchange(socket, JSON.stringify(call), signal)
  } catch {
    signal?.throwIfAborted()
    // It was there just before.
    throw new UserError('STOPPING')
  }
  return resultOf(JSON.parse(answer))
}

function withoutSignal(args: readonly unknown[]) {
  const last = args.at(-1)
  if (last instanceof AbortSignal) return { plain: args.slice(0, -1), signal: last }
  if (!endsWithContext(args)) return { plain: args, signal: undefined }
  const { signal, ...requestContext } = last as RequestContext
  return { plain: [...args.slice(0, -1), requestContext], signal }
}

/** Sends a body, or an empty request as a health check, and returns the whole response. */
async function exchange(socket: string, body: string | null, signal: AbortSignal | undefined): Promise<string> {
  return text(await send(socket, body, signal))
}
