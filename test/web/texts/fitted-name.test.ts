import { describe, expect, it } from 'vitest'
import { nameWidth, truncateName, wrapName } from '../../../src/web/texts/fitted-name.ts'
import { isolateName, withoutTurns } from '../../../src/web/texts/isolated-name.ts'

const LONG = 'Waiting'.repeat(29)

describe('a name in a chart', () => {
  it('is truncated to its width, or absent if nothing useful fits', () => {
    expect(truncateName('Open', 100)).toBe('Open')
    expect(truncateName('In Progress', 50)).toBe('In Pro…')
    expect(truncateName('In Progress', 12)).toBe('')
    expect(truncateName('', 50)).toBe('')
  })

  it('is as wide as its characters: capital letters and Chinese characters need more space', () => {
    expect(nameWidth('RESOLVED')).toBeGreaterThan(nameWidth('resolved'))
    expect(nameWidth('処理中')).toBeGreaterThan(nameWidth('abc') * 1.8)
    expect(truncateName('処理中の課題です', 60)).toBe('処理中の…')
  })

  it('is never cut inside an emoji', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(truncateName(family.repeat(9), 60)).toBe(`${family.repeat(4)}…`)
    expect(wrapName(`${family} ${family}`, 14, 2)).toBe(`${family}\n${family}`)
  })

  it('breaks between words, and inside a word that is too long', () => {
    expect(wrapName('Waiting for customer approval', 130, 3)).toBe('Waiting for\ncustomer approval')
    expect(wrapName('Done', 130, 3)).toBe('Done')
    const lines = wrapName(LONG, 130, 3).split('\n')
    expect(lines).toHaveLength(3)
    expect([lines.join('').length < LONG.length, lines[2]!.endsWith('…')]).toEqual([true, true])
    for (const line of lines) expect(nameWidth(line)).toBeLessThanOrEqual(130)
  })

  it('does not turn the text after it around', () => {
    expect(isolateName('Open')).toBe('Open')
    expect(isolateName('בטיפול')).toBe('\u2068בטיפול\u2069')
    expect(isolateName('\u202eesrever')).toBe('\u2068esrever\u2069')
    expect(isolateName('\u2069\u202eesrever')).toBe('\u2068esrever\u2069')
    expect(withoutTurns('a\u202eb')).toBe('ab')
    expect(wrapName('\u202eesrever', 130, 3)).toBe('esrever')
    expect(truncateName('\u202eesrever', 130)).toBe('esrever')
    expect(wrapName('בטיפול בטיפול', 50, 2)).toBe('\u2068בטיפול\u2069\n\u2068בטיפול\u2069')
  })
})
