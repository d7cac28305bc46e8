import { ApiError, getJson, NetworkError, request, requestJson, send } from './client.ts'

/** The state of an export: the members of its body that the page uses. */
export interface ExportState {
  readonly exportId: string
  readonly status: 'Waiting' | 'In Progress' | 'Successful' | 'Failed' | 'Aborted' | 'Expired'
  /** Numbers of issues. */
  readonly completed: number
  readonly total: number
  readonly message: string | null
  readonly statusLink: string
  /** Only if the file can be downloaded. */
  readonly downloadLink?: string
  /** Bytes; `null` without a file. */
  readonly size: number | null
  readonly rows: number | null
  readonly fileName: string | null
  readonly warnings: readonly string[]
}

/** Returns the own files that can be downloaded, newest first, at most 200. */
export async function ownFiles(path: string): Promise<readonly ExportState[]> {
  const { exports } = await getJson<{ readonly exports: readonly ExportState[] }>(path)
  return exports.filter(({ status }) => status === 'Successful')
}

/** Removes an own file. */
export function removeFile({ statusLink }: ExportState): Promise<void> {
  return send('DELETE', `${statusLink}/download`)
}

/** The interval between two questions about the progress. Milliseconds. */
const POLL_MS = 400

/**
 * Exports a report to a file, and calls `onProgress` with each state. Returns the state of the complete file, which the
 * caller may download. When `signal` is aborted, cancels the export and rejects with AbortError.
 *
 * Throws ApiError and NetworkError; an export that fails has the code EXPORT_FAILED.
 */
export async function exportFile(
  path: string,
  parameters: Readonly<Record<string, string>>,
  onProgress: (state: ExportState) => void,
  signal: AbortSignal,
): Promise<ExportState> {
  let state = await requestJson<ExportState>(path, { method: 'POST', body: new URLSearchParams(parameters) })
  try {
    while (state.status === 'Waiting' || state.status === 'In Progress') {
      onProgress(state)
      await pause(POLL_MS, signal)
      state = await nextState(state, signal)
    }
    signal.throwIfAborted()
  } catch (error) {
    // An export that has just ended cannot be canceled.
    if (signal.aborted) await request(state.statusLink, { method: 'DELETE' }).catch(() => {})
    throw error
  }
  if (state.downloadLink === undefined) throw new ApiError(404, 'EXPORT_FAILED', [state.message ?? state.status])
  // The browser would save an error as the file.
  if (state.size) await request(state.downloadLink, { headers: { range: 'bytes=0-0' }, signal })
  return state
}

/** Returns the state after `state`; the same one while the server cannot be reached, because it may come back. */
function nextState(state: ExportState, signal: AbortSignal): Promise<ExportState> {
  return requestJson<ExportState>(state.statusLink, { signal }).catch(error => {
    if (error instanceof NetworkError) return state
    throw error
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
