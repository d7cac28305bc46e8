import type { FastifyInstance } from 'fastify'
import type { OpenExports } from '../../app/exports/open-exports.ts'
import type { TopicCalls } from '../../app/operations/topics.ts'
import { contentDisposition, etagOf, hasFile } from './file-headers.ts'
import { parametersOf, warningsHeader } from './report-routes.ts'
import type { Log } from './request-log.ts'
import type { RunningRequests } from './running-requests.ts'
import { sendFile } from './send-file.ts'

/** The dependencies of the rows of saved reports. */
export interface ViewRows {
  readonly views: TopicCalls['views']
  readonly exportQueue: Pick<OpenExports, 'write'>
  readonly log: Log
}

/** Adds `GET <id>/rows` at the path of the saved reports: a file with the rows of one. */
export function addViewRows(
  server: FastifyInstance,
  path: string,
  { views, exportQueue, log }: ViewRows,
  running: RunningRequests,
): void {
  // Its errors have the format of the reports, because programs call it in place of them.
  const config = { endpoint: 'list' } as const
  server.get<{ Params: { readonly id: string } }>(`${path}/:id/rows`, { config }, async (request, reply) => {
    const requestContext = { caller: request.caller, signal: running.signalFor(reply) }
    const { id } = request.params
    const read = await views.rowsRequest(id, await parametersOf(request), requestContext)
    const file = await exportQueue.write(read, requestContext)
    const release = () => void file.release().catch(error => log.error({ err: error }, 'defect'))
    const etag = etagOf(file)
    reply.headers({ etag, 'x-total-count': String(file.total), ...warningsHeader(file.warnings) })
    if (hasFile(request.headers, etag)) {
      release()
      return reply.code(304).send()
    }
    reply.header('content-disposition', contentDisposition('inline', file.fileName))
    return sendFile(request, reply, file, null, release)
  })
}
