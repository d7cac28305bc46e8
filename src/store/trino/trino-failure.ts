import { UserError } from '../../base/errors.ts'

/** The error of a statement, as Trino reports it. */
export interface TrinoError {
  readonly message?: unknown
  readonly errorName?: unknown
}

const TOO_LARGE = new Set([
  'EXCEEDED_LOCAL_MEMORY_LIMIT',
  'EXCEEDED_GLOBAL_MEMORY_LIMIT',
  'CLUSTER_OUT_OF_MEMORY',
  'EXCEEDED_SPILL_LIMIT',
  'EXCEEDED_FUNCTION_MEMORY_LIMIT',
])

const WORKER_LOST = 'a worker stopped or lost its connection. Send the request again'

/** The meaning of an error of Trino. */
const REASONS: Readonly<Record<string, string>> = {
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
  EXCEEDED_TIME_LIMIT: 'it ran longer than its time limit. Request fewer issues, or raise query.max-run-time',
  EXCEEDED_CPU_LIMIT: 'it used more CPU time than the cluster allows. Request fewer issues',
  ADMINISTRATIVELY_KILLED: 'an administrator of the cluster canceled it',
  USER_CANCELED: 'it was canceled in the cluster',
  CATALOG_NOT_FOUND: 'the catalog does not exist. Check the setting trinoCatalog',
  SCHEMA_NOT_FOUND: 'the published tables do not exist',
  TABLE_NOT_FOUND: 'the published tables are incomplete',
  QUERY_TEXT_TOO_LARGE: 'its text is too long. Raise query.max-length of the cluster',
  QUERY_HAS_TOO_MANY_STAGES: 'it has too many stages. Raise query.max-stage-count of the cluster',
  PERMISSION_DENIED: 'the user may not read the published tables',
}

/**
 * Converts the error of a statement. The message has nothing of the statement, which contains the caller's values; the
 * cause has what Trino said.
 */
export function trinoFailure({ message, errorName }: TrinoError): UserError {
  const name = typeof errorName === 'string' ? errorName : 'UNKNOWN'
  const failure = TOO_LARGE.has(name)
    ? new UserError('TRINO_TOO_LARGE')
    : new UserError('TRINO_FAILED', {
        reason: Object.hasOwn(REASONS, name) ? REASONS[name]! : `it failed with ${name}`,
      })
  failure.cause = new Error(String(message))
  return failure
}
