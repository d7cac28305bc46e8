import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './durable-file.ts'

/** What had been acknowledged when it was written: kept beside the store, so that a store that lost something is noticed. */
export interface HighWaterMark {
  readonly schema: number
  readonly batch: number
  readonly issues: number
}

const NAME = 'store.json'

/** The mark beside the store in `dir`; `null` when there is none yet or it cannot be read. */
export function readMark(dir: string): HighWaterMark | null {
  try {
    const { schema, batch, issues } = JSON.parse(readFileSync(join(dir, NAME), 'utf8'))
    return [schema, batch, issues].every(Number.isInteger) ? { schema, batch, issues } : null
  } catch {
    return null
  }
}

/** Replaces the mark beside the store in `dir`. */
export function writeMark(dir: string, mark: HighWaterMark): void {
  replaceFile(join(dir, NAME), `${JSON.stringify(mark)}\n`)
}
