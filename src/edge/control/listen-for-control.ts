import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import { type FolderIdentity, folderIdentity } from '../../core/base/folder-identity.ts'
import type { ReportBody } from '../../reports/report/report-body.ts'
import { CLOSE_TIMEOUT, STOP_GRACE } from '../http/limits.ts'
import type { Log } from '../http/request-log.ts'
import { ClientDisconnected } from '../http/running-requests.ts'
import { type AnswerCall, answerCallsOf } from './answer-call.ts'
import { CommandImports } from './answer-import.ts'
import { makeControlFolder } from './control-address.ts'
import { IMPORT_CALLS, type ImportLine } from './import-wire.ts'
import { type Answer, type Call, REPORT_CALLS, REPORT_FACTS, REPORT_FORMAT } from './wire.ts'

/** Where log lines go. */
export interface ControlLog extends Log {
  readonly warn: (fields: object, message: string) => void
}

/** A server that answers commands on its machine. */
export interface ControlServer {
  /**
   * Refuses new calls. Running ones may continue for the grace period, then they are aborted. Resolves when all work is
   * over and the socket is removed.
   */
  readonly stop: (graceMs?: number) => Promise<void>
}

/**
 * Answers commands of the same user of this machine over `workspace`, whose store is in `dir`; see connectWorkspace.
 *
 * There are no limits: a client of the socket could open the store as well. If no socket can be created, a warning is
 * logged, and no commands are answered.
 */
export async function listenForControl(workspace: Workspace, dir: string, log: ControlLog): Promise<ControlServer> {
  try {
    return await listening(workspace, dir, log)
  } catch (error) {
    log.warn({ err: error }, 'no commands can be used on this store while it is served')
    return { stop: async () => {} }
  }
}

async function listening(workspace: Workspace, dir: string, log: Log): Promise<ControlServer> {
  const calls = new RunningCalls()
  const answer = answerCallsOf(workspace, dir)
  const imports = new CommandImports(workspace)
  const identity = folderIdentity(dir)
  // A call may arrive slowly: it comes from this machine.
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    if (request.method === 'PUT' || request.method === 'DELETE') imports.receive(request, response)
    else calls.add(response, signal => answerRequest(request, response, { answer, imports, identity, signal, log }))
  })
  const folder = makeControlFolder(dir)
  try {
    folder.record(await listenOnFirst(server, folder.sockets()))
  } catch (error) {
    server.close()
    folder.remove()
    throw error
  }
  return {
    stop: async (graceMs = STOP_GRACE) => {
      server.close()
      folder.remove()
      const end = setTimeout(() => calls.abortAll(new UserError('STOPPING')), graceMs)
      const closing = setTimeout(() => server.closeAllConnections(), graceMs + CLOSE_TIMEOUT)
      await calls.idle()
      for (const timer of [end, closing]) clearTimeout(timer)
      server.closeAllConnections()
    },
  }
}

async function listenOnFirst(server: Server, sockets: Iterable<string>): Promise<string> {
  let why: unknown
  for (const socket of sockets) {
    try {
      await listenAt(server, socket)
      return socket
    } catch (error) {
      why = error
    }
  }
  throw why
}

function listenAt(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The calls in progress. */
class RunningCalls {
  readonly #running = new Map<AbortController, Promise<void>>()

  /** Runs `work` with a signal that is aborted when the caller hangs up, and by `abortAll`. */
  add(response: ServerResponse, work: (signal: AbortSignal) => Promise<void>): void {
    const controller = new AbortController()
    response.once('close', () => {
      if (!response.writableEnded) controller.abort(new ClientDisconnected('the command has gone'))
    })
    const finished = work(controller.signal).finally(() => this.#running.delete(controller))
    this.#running.set(controller, finished)
  }

  abortAll(reason: Error): void {
    for (const controller of this.#running.keys()) controller.abort(reason)
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }
}

interface Work {
  readonly answer: AnswerCall
  readonly imports: CommandImports
  readonly identity: FolderIdentity
  readonly signal: AbortSignal
  readonly log: Log
}

/** Never rejects. */
async function answerRequest(request: IncomingMessage, response: ServerResponse, work: Work): Promise<void> {
  try {
    // A health check has no body.
    const call: Call | null = request.method === 'POST' ? JSON.parse(await text(request)) : null
    if (call && IMPORT_CALLS.includes(call.call)) return await answerImport(call, response, work)
    const answer = call ? await answerTo(call, work) : { result: work.identity }
    if ('report' in answer) await sendReport(response, answer.report)
    else {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
      await finished(response)
    }
  } catch (error) {
    if (!response.destroyed) work.log.error({ err: error }, 'defect')
    response.destroy()
  }
}

/** Responds with the events of an import, and with its result. */
async function answerImport(call: Call, response: ServerResponse, work: Work): Promise<void> {
  const send = (line: ImportLine) => void response.write(`${JSON.stringify(line)}\n`)
  response.setHeader('content-type', 'application/x-ndjson')
  const answer = (call: Call, signal: AbortSignal) => work.imports.run(call, event => send({ event }), signal)
  // The command has exited and reads no response.
  const answered = (await answerTo(call, { ...work, answer })) as Answer
  if (response.destroyed) return
  send(answered)
  response.end()
  await finished(response)
}

/** Sends a report. A command that closes the connection early is not an internal error. */
async function sendReport(response: ServerResponse, { format, facts, chunks }: ReportBody): Promise<void> {
  response.setHeader(REPORT_FORMAT, format).setHeader(REPORT_FACTS, encodeURIComponent(JSON.stringify(facts)))
  await pipeline(Readable.from(chunks, { highWaterMark: 1 }), response)
}

/** A command that follows a round or an export sends these calls several times a second. */
const POLL_CALLS: readonly string[] = ['connections.round', 'exports.find']

async function answerTo(call: Call, { answer, signal, log }: Work): Promise<Answer | { readonly report: ReportBody }> {
  const start = performance.now()
  const logCall = (fields: object, level: 'info' | 'debug' = 'info') =>
    log[level]({ call: call.call, ...fields, ms: Math.round(performance.now() - start) }, 'command')
  try {
    const result = await answer(call, signal)
    logCall({}, POLL_CALLS.includes(call.call) ? 'debug' : 'info')
    return REPORT_CALLS.some(name => name === call.call) ? { report: result as ReportBody } : { result }
  } catch (error) {
    if (isUserError(error)) {
      const { code, parameters, message } = error
      logCall({ code })
      return { error: { code, parameters, message } }
    }
    if (error instanceof ClientDisconnected) logCall({ code: 'CLIENT_GONE' })
    else log.error({ err: error, call: call.call }, 'defect')
    return { defect: true }
  }
}
