import { describe, expect, it } from 'vitest'
import { cutText, shortList, shortName } from '../../../src/web/texts/short-list.ts'

describe('a short list', () => {
  it('has up to three names, else two and the number of the others', () => {
    expect(shortList(['Review'])).toBe('Review')
    expect(shortList(['Review', 'QA'])).toBe('Review and QA')
    expect(shortList(['Review', 'QA', 'Done'])).toBe('Review, QA, and Done')
    expect(shortList(['Review', 'QA', 'Done', 'Closed', 'Open'])).toBe('Review, QA, 3 more')
  })

  it('cuts texts between characters, and puts them into one line', () => {
    expect(cutText('a\n  b', 10)).toBe('a b')
    expect(cutText('😀😀😀😀', 3)).toBe('😀😀…')
    expect([...shortName('x'.repeat(200))]).toHaveLength(40)
  })
})
