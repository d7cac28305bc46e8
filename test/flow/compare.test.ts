import { describe, expect, it } from 'vitest'
import { withTeam } from './team.ts'

interface Window {
  readonly window: { readonly from: string; readonly last: string }
  readonly finished: number
  readonly items: Readonly<Record<string, string>>
}

describe('the window before', () => {
  it('ends with a full minute, so that its link selects its issues', async () => {
    // AB-1 finishes 14.4 seconds after 10:00 of the week before that of asOf.
    await withTeam(['AB-1 status Doing@100 Done@178.004'], 400, async ask => {
      const more = { from: '2024-03-18', asOf: '2024-03-18T10:00:30Z', compare: 'previous' }
      const { previous }: { previous: Window } = JSON.parse(await ask('summary', more))
      expect(previous.window).toEqual({ from: '2024-03-11T00:00:00.000Z', last: '2024-03-11T10:00:59.999Z' })
      expect(previous.finished).toBe(1)
      expect(JSON.parse(await ask('items', { asOf: more.asOf, ...previous.items })).total).toBe(1)
    })
  })

  it('is empty before an empty window', async () => {
    await withTeam(['AB-1 status Doing@100 Done@178'], 400, async ask => {
      const more = { from: '2024-04-18', compare: 'previous' }
      const { previous }: { previous: Window } = JSON.parse(await ask('summary', more))
      expect(previous.items).toEqual({ state: 'finished', from: '2024-04-11 00:00', to: '2024-04-11 00:00' })
      expect(previous.finished).toBe(0)
      expect(JSON.parse(await ask('items', previous.items)).total).toBe(0)
    })
  })
})
