import { useCallback, useRef, useState } from 'react'
import { type ExportState, exportFile } from '../api/exports.ts'
import type { Choices } from '../state/choices.ts'
import { download } from './download.ts'

/** The state of a download: nothing yet, running, complete, canceled or failed. */
export type Download =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly state: ExportState | null }
  | { readonly kind: 'complete'; readonly state: ExportState }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly error: Error }

/** Returns the current download of a report as a file, and functions that start and cancel one. */
export function useDownload(): {
  readonly current: Download
  readonly start: (path: string, parameters: Choices) => void
  readonly cancel: () => void
} {
  const [current, setCurrent] = useState<Download>({ kind: 'none' })
  const running = useRef<AbortController>(undefined)
  const start = useCallback((path: string, parameters: Choices) => {
    const stop = new AbortController()
    running.current = stop
    setCurrent({ kind: 'running', state: null })
    exportFile(path, parameters, state => setCurrent({ kind: 'running', state }), stop.signal).then(
      state => {
        setCurrent({ kind: 'complete', state })
        download(state.downloadLink!, state.fileName!)
      },
      (error: Error) => setCurrent(stop.signal.aborted ? { kind: 'canceled' } : { kind: 'failed', error }),
    )
  }, [])
  const cancel = useCallback(() => running.current?.abort(), [])
  return { current, start, cancel }
}
