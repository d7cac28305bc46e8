import { expect, it } from 'vitest'
import { shownName, transitionName } from '../../../src/web/texts/shown-name.ts'

it.each(['', ' ', '\u200b', '\u00a0\u2060', '\u3164'])('shows a word instead of the invisible name %j', name => {
  expect(shownName(name)).toBe('(blank)')
})

it.each(['?', '.', 'Open', '処理中', '👍'])('shows the name %s', name => {
  expect(shownName(name)).toBe(name)
})

it('shows an arrow in the name of a transition', () => {
  expect(transitionName('To Do -> Done')).toBe('To Do → Done')
})
