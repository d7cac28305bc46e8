import { describe, expect, it } from 'vitest'
import { BY_RESOLUTION, shownStages, staged } from './stages.ts'

describe('stages of an issue', () => {
  it('are those of its statuses, until asOf', () => {
    expect(shownStages(staged('Todo@0 Doing@8 Done@20', 15))).toBe('0 notStarted 0..8, 1 active 8..15')
  })

  it('include a change at asOf, but nothing later', () => {
    expect(shownStages(staged('Todo@0 Doing@8 Done@20', 8))).toBe('0 notStarted 0..8, 1 active 8..8')
  })

  it('leave out unmapped statuses, except after done', () => {
    expect(shownStages(staged('Todo@0 Odd@2 Doing@4 Done@6 Odd@8 Closed@9', 10))).toBe(
      '0 notStarted 0..2, - unmapped 2..4, 1 active 4..6, 3 done 6..8, 3 done 8..9, 3 done 9..10',
    )
    expect(shownStages(staged('Doing@0 Done@6 Odd@8 Odd2@9 Doing@10', 12))).toBe(
      '1 active 0..6, 3 done 6..8, 3 done 8..9, 3 done 9..10, 1 active 10..12',
    )
  })

  it('leave out stays without length, except the present one', () => {
    expect(shownStages(staged('Todo@0 Doing@8 Done@8', 10))).toBe('0 notStarted 0..8, 3 done 8..10')
    expect(shownStages(staged('Doing@0 Done@8 Doing@8 Done@9', 8))).toBe('1 active 0..8, 1 active 8..8')
    expect(shownStages(staged('Doing@0 Done@6 Review@8 Odd@8 Doing@9', 12))).toBe(
      '1 active 0..6, 3 done 6..8, 3 done 8..9, 1 active 9..12',
    )
    const options = { workflow: BY_RESOLUTION, resolution: '-@0 Fixed@5 -@5' }
    expect(shownStages(staged('Doing@0 Review@3 Doing@3', 9, options))).toBe(
      '1 active 0..3, 1 active 3..5, 1 active 5..9',
    )
  })

  it('stay done during an absence from done that is shorter than reopenTolerance', () => {
    const line = 'Doing@0 Done@6 Doing@8 Review@9 Done@10'
    expect(shownStages(staged(line, 20, { reopenTolerance: 3 }))).toBe(
      '1 active 0..6, 3 done 6..8, 3 done 8..9, 3 done 9..10, 3 done 10..20',
    )
    expect(shownStages(staged(line, 20, { reopenTolerance: 2 }))).toBe(
      '1 active 0..6, 3 done 6..8, 1 active 8..9, 2 waiting 9..10, 3 done 10..20',
    )
  })

  it('are open again while an absence has not ended, however short it is', () => {
    expect(shownStages(staged('Doing@0 Done@6 Doing@8 Done@9', 8, { reopenTolerance: 5 }))).toBe(
      '1 active 0..6, 3 done 6..8, 1 active 8..8',
    )
  })

  it('are done while there is a resolution, with done: resolution', () => {
    const options = { workflow: BY_RESOLUTION, resolution: '-@0 Fixed@5 -@9 Fixed@12' }
    expect(shownStages(staged('Todo@0 Doing@2 Done@7', 20, options))).toBe(
      '0 notStarted 0..2, 1 active 2..5, 3 done 5..7, 3 done 7..9, 2 waiting 9..12, 3 done 12..20',
    )
  })

  it('split at a resolution that is set at asOf', () => {
    const options = { workflow: BY_RESOLUTION, resolution: '-@0 Fixed@5' }
    expect(shownStages(staged('Doing@0 Done@5', 5, options))).toBe('1 active 0..5, 3 done 5..5')
    expect(shownStages(staged('Doing@0', 5, options))).toBe('1 active 0..5, 3 done 5..5')
  })
})
