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

  it('is in CSV, too, with the verdicts', async () => {
    const lives = Array.from(
      { length: 60 },
      (_, i) => `AB-${i + 1} status Doing@${i * 12} Done@${i * 12 + (i < 30 ? 8 : 2)}`,
    )
    await withTeam(lives, 750, async ask => {
      const request = { from: '2024-03-19', compare: 'previous' }
      const { previous, verdicts, ...summary } = JSON.parse(await ask('summary', request))
      expect(verdicts.cycleTime['85']).toBe('better')
      const [header, ...rows] = (await ask('summary', { ...request, outputType: 'csv' })).trimEnd().split('\r\n')
      expect(header).toBe('"window","measure","value","lower","upper","n","verdict"')
      expect(rows).toContain(`"this","finished","${summary.finished}","","","${summary.finished}",""`)
      expect(rows).toContain(`"previous","finished","${previous.finished}","","","${previous.finished}",""`)
      const rowOf = ({ value, lower, upper }: Record<string, number | null>) =>
        [value, lower, upper].map(one => `"${one ?? ''}"`).join(',')
      const [now, before] = [summary, previous].map(({ cycleTime }) => cycleTime)
      expect(rows).toContain(`"this","cycleTime p85",${rowOf(now.percentiles['85'])},"${now.count}","better"`)
      expect(rows).toContain(`"previous","cycleTime p85",${rowOf(before.percentiles['85'])},"${before.count}",""`)
    })
  })

  it('is empty before an empty window', async () => {
    await withTeam(['AB-1 status Doing@100 Done@178'], 400, async ask => {
      const more = { from: '2024-04-18', compare: 'previous' }
      const { previous }: { previous: Window } = JSON.parse(await ask('summary', more))
      expect(previous.items).toMatchObject({ state: 'finished', from: '2024-04-11 00:00', to: '2024-04-11 00:00' })
      expect(previous.finished).toBe(0)
      expect(JSON.parse(await ask('items', previous.items)).total).toBe(0)
    })
  })
})
