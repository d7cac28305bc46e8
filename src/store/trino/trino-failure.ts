import { UserError } from '../../core/base/errors.ts'

/** The error of a statement, as Trino reports it. */
export interface TrinoError {
  readonly message?: unknown
  readonly errorName?: unknown
  /** USER_ERROR, INTERNAL_ERROR, INSUFFICIENT_RESOURCES or EXTERNAL. */
  readonly errorType?: unknown
}

const TOO_LARGE = new Set([
  'EXCEEDED_LOCAL_MEMORY_LIMIT',
  'EXCEEDED_GLOBAL_MEMORY_LIMIT',
  'CLUSTER_OUT_OF_MEMORY',
  'EXCEEDED_SPILL_LIMIT',
  'EXCEEDED_FUNCTION_MEMORY_LIMIT',
])

const WORKER_LOST = 'a worker stopped or lost its connection. Send the request again'

/** The errors that are due to the cluster, not to the report: another database can compute it. */
const OF_CLUSTER: Readonly<Record<string, string>> = {
  REMOTE_TASK_ERROR: WORKER_LOST,
  REMOTE_TASK_MISMATCH: WORKER_LOST,
  REMOTE_HOST_GONE: WORKER_LOST,
  PAGE_TRANSPORT_ERROR: WORKER_LOST,
  PAGE_TRANSPORT_TIMEOUT: WORKER_LOST,
  TOO_MANY_REQUESTS_FAILED: WORKER_LOST,
  NO_NODES_AVAILABLE: 'no worker is running. Start the workers of the cluster',
  SERVER_STARTING_UP: 'it is still starting. Send the request again in a minute',
  SERVER_SHUTTING_DOWN: 'it is shutting down. Send the request again when it runs',
  QUERY_QUEUE_FULL: 'its queue is full. Send the request again later',
  QUERY_TEXT_TOO_LARGE: 'the statement is too long. Raise query.max-length of the cluster',
  QUERY_HAS_TOO_MANY_STAGES: 'the statement has too many stages. Raise query.max-stage-count of the cluster',
  SCHEMA_NOT_FOUND: 'the published tables do not exist. Publish the store again',
  TABLE_NOT_FOUND: 'the published tables are incomplete. Publish the store again',
}

/** The errors that another database does not avoid, and those of the configuration. */
const OTHERS: Readonly<Record<string, string>> = {
  EXCEEDED_TIME_LIMIT: 'it ran longer than its time limit. Request fewer issues, or raise query.max-run-time',
  EXCEEDED_CPU_LIMIT: 'it used more CPU time than the cluster allows. Request fewer issues',
  ADMINISTRATIVELY_KILLED: 'an administrator of the cluster canceled it',
  USER_CANCELED: 'it was canceled in the cluster',
  CATALOG_NOT_FOUND: 'the catalog does not exist. Check the setting trinoCatalog',
  PERMISSION_DENIED: 'the user may not read the published tables',
}

/** The types of errors that are due to the cluster, unless OTHERS has the error. */
const TYPES_OF_CLUSTER = new Set(['INTERNAL_ERROR', 'INSUFFICIENT_RESOURCES', 'EXTERNAL'])

/**
 * Converts the error of a statement: to TRINO_TOO_LARGE, TRINO_UNABLE for other errors that are due to the cluster, and
 * TRINO_FAILED. The message has nothing of the statement, which contains the caller's values; the cause has what Trino
 * said.
 */
export function trinoFailure(error: TrinoError): UserError {
  const failure = failureOf(error)
  failure.cause = new Error(String(error.message))
  return failure
}

function failureOf({ errorName, errorType }: TrinoError): UserError {
  const name = typeof errorName === 'string' ? errorName : 'UNKNOWN'
  if (TOO_LARGE.has(name)) return new UserError('TRINO_TOO_LARGE')
  if (Object.hasOwn(OTHERS, name)) return new UserError('TRINO_FAILED', { reason: OTHERS[name]! })
  if (Object.hasOwn(OF_CLUSTER, name)) return new UserError('TRINO_UNABLE', { reason: OF_CLUSTER[name]! })
  const code = TYPES_OF_CLUSTER.has(String(errorType)) ? 'TRINO_UNABLE' : 'TRINO_FAILED'
  return new UserError(code, { reason: `it failed with ${name}` })
}
