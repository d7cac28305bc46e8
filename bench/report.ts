import type { Timing } from './timing.ts'

/** A line of the table: what was measured, how long it took, and its target, all in milliseconds. */
export interface Measured extends Timing {
  readonly name: string
  readonly target: number | null
  /** Additional remarks. */
  readonly remark: string
}

/** The table of a run: each line is printed as soon as it is available. */
export class BenchReport {
  readonly measured: Measured[] = []
  #kernel: number | null = null

  constructor() {
    const heads = ['median', 'min', 'max', 'p95', 'cold', 'kernel x', 'wanted']
    console.log(`${''.padEnd(50)}${heads.map(head => head.padStart(9)).join('')}`)
  }

  /** The reference for the ratios of the following lines; `null` for none. */
  set kernel(milliseconds: number | null) {
    this.#kernel = milliseconds
  }

  add(name: string, timing: Timing, target: number | null = null, remark = ''): void {
    this.measured.push({ name, target, remark, ...timing })
    const { median, min, max, p95, cold } = timing
    const ratio = this.#kernel === null ? '' : (median / this.#kernel).toFixed(1)
    const cells = [...[median, min, max, p95, cold].map(shown), ratio, target === null ? '' : String(target)]
    console.log(`${name.padEnd(50)}${cells.map(cell => cell.padStart(9)).join('')}  ${remark}`.trimEnd())
  }
}

/** Returns the timing of something that ran once. */
export function single(milliseconds: number): Timing {
  const ms = milliseconds
  return { cold: ms, median: ms, min: ms, max: ms, p95: ms, p99: ms }
}

function shown(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 20 ? 1 : 0)
}
