import type { Millis } from '../time/instant.ts'
import { counted, grouped, megabytes, seconds } from './numbers.ts'
import type { Output } from './world.ts'

const BAR = 16
const REDRAW: Millis = 100
const NEXT_LINE: Millis = 5_000

/** How far a work is. */
export interface Progress {
  readonly issues: number
  readonly bytes: number
  /** How many bytes there are in all; `null` when nobody knows. */
  readonly total: number | null
}

/** Shows how far a work is: one line drawn again and again on a terminal, else a line now and then. */
export interface ProgressShow {
  readonly update: (progress: Progress) => void
  /** Takes the line away, so that other words can be written. */
  readonly end: () => void
}

/** A show on `output`; `clock` gives milliseconds that never go back. */
export function progressShow(output: Output, clock: () => Millis = () => performance.now()): ProgressShow {
  const start = clock()
  let shown = start
  let isDrawn = false
  // Whether the words arrive does not matter to the work, and a terminal that has gone must not end it.
  const write = (text: string) => void output.write(text).catch(() => {})
  return {
    update: progress => {
      const now = clock()
      if (now - shown < (output.isTerminal ? REDRAW : NEXT_LINE)) return
      shown = now
      const line = progressLine(progress, now - start, output.isTerminal)
      isDrawn = output.isTerminal
      write(output.isTerminal ? `\r${line.slice(0, output.columns - 1)}\x1b[K` : `${line}\n`)
    },
    end: () => {
      if (isDrawn) write('\r\x1b[K')
      isDrawn = false
    },
  }
}

/** `[####....] 1,200 issues, 3.1 MB, 2,400 issues/s, 3.2 s left`; without what is not known. */
export function progressLine({ issues, bytes, total }: Progress, elapsed: Millis, withBar: boolean): string {
  const part = total ? Math.min(1, bytes / total) : null
  const filled = part === null ? 0 : Math.round(part * BAR)
  const bar = withBar && part !== null ? `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ` : ''
  const facts = [counted(issues, 'issue'), megabytes(bytes), `${grouped((issues * 1000) / elapsed)} issues/s`]
  if (part) facts.push(`${seconds((elapsed * (1 - part)) / part)} left`)
  return bar + facts.join(', ')
}
