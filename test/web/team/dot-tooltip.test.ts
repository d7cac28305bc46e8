import { describe, expect, it } from 'vitest'
import { dotTooltip } from '../../../src/web/team/dot-tooltip.ts'

describe('the tooltip of a dot', () => {
  const tooltip = dotTooltip(() => '', 600)
  const at = (x: number, y: number) =>
    tooltip.position([x, y], 0, 0, 0, { contentSize: [200, 60], viewSize: [600, 240] })

  it('is above the dot, or below a dot without space above', () => {
    expect(at(300, 200)).toEqual([200, 128])
    expect(at(300, 40)).toEqual([200, 52])
  })

  it('stays in the chart', () => {
    expect([at(10, 200)[0], at(590, 200)[0]]).toEqual([0, 400])
  })
})
