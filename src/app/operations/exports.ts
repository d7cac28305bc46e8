import type { RequestContext } from '../../access/permissions/request-context.ts'
import type { ReadFileRequest } from '../../store/plan/file-request.ts'
import type { OpenExports } from '../exports/open-exports.ts'
import { handled } from './operation.ts'

const ALL = '{report}/api/file'
const ONE = `${ALL}/{id}`

/** The queue of exports, which has limits of its own. */
export interface QueueDeps {
  readonly exportQueue: OpenExports
}

/** The operations of exports to files. Their errors have the format of the reports. */
export const exportOperations = {
  start: handled({
    admits: 'users',
    cost: 'read',
    errors: [
      'REPORT_INVALID',
      'EXPORT_KEY_USED',
      'EXPORTS_TOO_MANY',
      'EXPORT_QUOTA',
      'EXPORT_SHARE',
      'EXPORT_UNWRITTEN',
    ],
    routes: [`POST ${ALL}`],
    run: ({ exportQueue }: QueueDeps, read: ReadFileRequest, key: string | null, requestContext: RequestContext) =>
      exportQueue.start(read, key, requestContext),
  }),
  list: handled({
    admits: 'users',
    cost: 'none',
    errors: [],
    routes: [`GET ${ALL}`],
    run: ({ exportQueue }: QueueDeps, from: number, size: number, requestContext: RequestContext) =>
      exportQueue.list(from, size, requestContext),
  }),
  find: handled({
    admits: 'users',
    cost: 'none',
    errors: ['EXPORT_UNKNOWN'],
    routes: [`GET ${ONE}`],
    run: ({ exportQueue }: QueueDeps, id: string, requestContext: RequestContext) =>
      exportQueue.find(id, requestContext),
  }),
  cancel: handled({
    admits: 'users',
    cost: 'write',
    errors: ['EXPORT_UNKNOWN', 'EXPORT_ENDED'],
    routes: [`DELETE ${ONE}`],
    run: ({ exportQueue }: QueueDeps, id: string, requestContext: RequestContext) =>
      exportQueue.cancel(id, requestContext),
  }),
  file: handled({
    admits: 'users',
    cost: 'read',
    errors: ['EXPORT_UNKNOWN', 'EXPORT_NOT_READY', 'EXPORT_FAILED', 'EXPORT_EXPIRED'],
    routes: [`GET ${ONE}/download`],
    run: ({ exportQueue }: QueueDeps, id: string, requestContext: RequestContext) =>
      exportQueue.file(id, requestContext),
  }),
  downloaded: handled({
    admits: 'users',
    cost: 'write',
    errors: ['EXPORT_UNKNOWN'],
    routes: [],
    run: ({ exportQueue }: QueueDeps, id: string, requestContext: RequestContext) =>
      exportQueue.downloaded(id, requestContext),
  }),
  remove: handled({
    admits: 'users',
    cost: 'write',
    errors: ['EXPORT_UNKNOWN', 'EXPORT_NOT_READY'],
    routes: [`DELETE ${ONE}/download`],
    run: ({ exportQueue }: QueueDeps, id: string, requestContext: RequestContext) =>
      exportQueue.remove(id, requestContext),
  }),
}
