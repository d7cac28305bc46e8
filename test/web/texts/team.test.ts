import { expect, it } from 'vitest'
import { teamTexts } from '../../../src/web/texts/team.ts'

it('two times of few do not look like two percentiles', () => {
  const { each } = teamTexts.headline
  expect([each(['1 d']), each(['1 d', '2 d']), each(['1 d', '2 d', '3 d'])]).toEqual([
    ...['1 d', '1 d and 2 d', '1 d · 2 d · 3 d'],
  ])
})
