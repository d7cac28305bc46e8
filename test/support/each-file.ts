import { afterAll, afterEach, beforeEach, type RunnerTestFile } from 'vitest'
import { cleanUp } from './after-file.ts'
import { cpuSeconds } from './cpu-time.ts'

declare module '@vitest/runner' {
  interface TaskMeta {
    /** The CPU time of a test or a file, in seconds. Tests that run at once share theirs. */
    cpu?: number
  }
}

const fileStart = cpuSeconds()
let testStart = 0
let file: RunnerTestFile | null = null

beforeEach(() => {
  testStart = cpuSeconds()
})

afterEach(({ task }) => {
  file = task.file
  task.meta.cpu = cpuSeconds() - testStart
})

// These hooks run in the opposite order: the CPU time includes the cleanup.
afterAll(() => {
  if (file !== null) file.meta.cpu = cpuSeconds() - fileStart
})

afterAll(cleanUp)
