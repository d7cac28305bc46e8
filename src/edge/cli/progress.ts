import type { Millis } from '../../core/time/instant.ts'
import type { Output } from './context.ts'
import { counted, dataSize, grouped, seconds } from './numbers.ts'

const BAR = 16
const REDRAW: Millis = 100
const NEXT_LINE: Millis = 5_000

/** The progress of a task. */
export interface Progress {
  readonly issues: number
  readonly bytes: number
  /** The total number of bytes; `null` when it is unknown. */
  readonly total: number | null
  /** The estimated time left; `null` when it is unknown. */
  readonly left: Millis | null
}

/** Shows the progress of a task: one line that is redrawn on a terminal, otherwise a line now and then. */
export interface ProgressDisplay {
  readonly update: (progress: Progress) => void
  /** Clears the line, so that other text can be written. */
  readonly end: () => void
}

/** Shows progress on `output`; `clock` returns monotonic milliseconds. */
export function progressDisplay(output: Output, clock: () => Millis = () => performance.now()): ProgressDisplay {
  const start = clock()
  const { update, end } = lineDisplay(output, clock)
  return {
    update: progress => update(() => progressLine(progress, clock() - start, output.isTerminal)),
    end,
  }
}

/** Shows the last line of a text that changes. */
export interface LineDisplay {
  /** Shows a line, unless the last one is recent: `every` milliseconds on an output that is not a terminal. */
  readonly update: (line: () => string, every?: Millis) => void
  /** Clears the line, so that other text can be written. */
  readonly end: () => void
}

/** Shows lines on `output`; `clock` returns monotonic milliseconds. */
export function lineDisplay(output: Output, clock: () => Millis = () => performance.now()): LineDisplay {
  let lastShown = clock()
  let isDrawn = false
  // The task does not depend on its output, and a closed terminal must not end it.
  const write = (text: string) => void output.write(text).catch(() => {})
  return {
    update: (line, every = NEXT_LINE) => {
      const now = clock()
      if (now - lastShown < (output.isTerminal ? REDRAW : every)) return
      lastShown = now
      isDrawn = output.isTerminal
      write(output.isTerminal ? `\r${line().slice(0, output.columns - 1)}\x1b[K` : `${line()}\n`)
    },
    end: () => {
      if (isDrawn) write('\r\x1b[K')
      isDrawn = false
    },
  }
}

/** Formats `[####....] 1,200 issues, 3.1 MB, 2,400 issues/s, 3.2 s left`; omits what is unknown. */
export function progressLine({ issues, bytes, total, left }: Progress, elapsed: Millis, withBar: boolean): string {
  const part = total ? Math.min(1, bytes / total) : null
  const bar = withBar && part !== null ? progressBar(part) : ''
  const facts = [counted(issues, 'issue'), dataSize(bytes), `${grouped((issues * 1000) / elapsed)} issues/s`]
  if (left !== null) facts.push(`${seconds(left)} left`)
  return bar + facts.join(', ')
}

/** Returns `[####............] ` for a part from 0 to 1. */
export function progressBar(part: number): string {
  const filled = Math.round(part * BAR)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] `
}
