import { describe, expect, it } from 'vitest'
import { dataSize } from '../../../src/edge/cli/numbers.ts'
import { progressDisplay, progressLine } from '../../../src/edge/cli/progress.ts'
import { recordedOutput } from './test-context.ts'

describe('progressLine', () => {
  it('shows issues, the size, speed and the remaining time', () => {
    const line = progressLine({ issues: 1200, bytes: 25e6, total: 100e6, left: 6000 }, 2000, true)
    expect(line).toBe('[####............] 1,200 issues, 25.0 MB, 600 issues/s, 6.0 s left')
  })

  it('omits what is unknown for a pipe', () => {
    const line = progressLine({ issues: 1, bytes: 3_100_000, total: null, left: null }, 500, true)
    expect(line).toBe('1 issue, 3.1 MB, 2 issues/s')
  })

  it('does not overflow when a file grows during reading', () => {
    const line = progressLine({ issues: 10, bytes: 200, total: 100, left: null }, 1000, true)
    expect(line).toMatch(/^\[#{16}\] .* issues\/s$/)
  })
})

describe('progressShow', () => {
  function shown(isTerminal: boolean, instants: readonly number[]) {
    const output = recordedOutput(isTerminal)
    let now = 0
    const show = progressDisplay(output, () => now)
    instants.forEach((instant, i) => {
      now = instant
      show.update({ issues: i + 1, bytes: 0, total: null, left: null })
    })
    show.end()
    return output.text()
  }

  it.each([
    [1, '1 kB'],
    [34_204, '35 kB'],
    [99_999, '100 kB'],
    [100_000, '0.1 MB'],
    [3_140_000, '3.1 MB'],
  ])('formats %i bytes as %s', (bytes, text) => {
    expect(dataSize(bytes)).toBe(text)
  })

  it('redraws one line on a terminal, and clears it at the end', () => {
    expect(shown(true, [50, 150, 160, 300])).toBe(
      '\r2 issues, 0 kB, 13 issues/s\x1b[K\r4 issues, 0 kB, 13 issues/s\x1b[K\r\x1b[K',
    )
  })

  it('writes a plain line now and then elsewhere', () => {
    expect(shown(false, [150, 4_000, 6_000, 7_000])).toBe('3 issues, 0 kB, 1 issues/s\n')
  })
})
