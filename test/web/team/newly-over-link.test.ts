import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../../src/web/api/flow.ts'
import { newlyOverLink } from '../../../src/web/team/newly-over-link.ts'

const answer = (count: number, keys: readonly string[], ms: number | null = 5000) =>
  ({
    asOf: '2025-06-08T12:00:00.000Z',
    sle: ms === null ? null : { ms },
    since: { newlyOverSle: ms === null ? null : { count, keys } },
  }) as unknown as Dashboard

describe('the link to the issues that are newly over the expectation', () => {
  it('names their keys, in place of the selected issues', () => {
    expect(newlyOverLink(answer(2, ['WEB-7', 'A "B"-1']))).toEqual({
      filterType: 'customjql',
      customjql: String.raw`key in ("WEB-7", "A \"B\"-1")`,
      projectKey: '',
      user: '',
      jqlFilterID: '',
      sprintID: '',
      state: 'inProgress',
      only: 'overSle',
      sle: '5000',
      asOf: '2025-06-08T12:00:00.000Z',
    })
  })

  it('is missing without such issues, without an expectation, and if the answer lacks keys', () => {
    expect(newlyOverLink(answer(0, []))).toBeUndefined()
    expect(newlyOverLink(answer(0, [], null))).toBeUndefined()
    expect(newlyOverLink(answer(51, ['WEB-7']))).toBeUndefined()
  })
})
