import { expect, it } from 'vitest'
import { z } from 'zod'
import { timeFormat } from '../../../src/edge/cli/flow-cells.ts'
import { generalView } from '../../../src/edge/cli/flow-general-view.ts'
import { flowHead, flowLink, millis, staysLink } from '../../../src/reports/table/flow/flow-parts.ts'
import { teams } from '../../reports/flow/team.ts'
import { checkedFlow } from '../../support/flow-text.ts'

const withTeam = teams()

const HOUR = 3_600_000

/** The schema of an invented answer. */
const schema = z.strictObject({
  ...flowHead,
  oldest: z
    .strictObject({ key: z.string(), totalAge: millis.meta({ description: 'The age.' }), stays: staysLink })
    .nullable(),
  blocked: millis.nullable(),
  stages: z.array(z.strictObject({ name: z.string(), count: z.int(), time: millis, items: flowLink })),
})

const STAGES = [{ name: 'Doing', count: 2, time: 30 * HOUR, items: { state: 'finished' } }]

it('shows the numbers and the lists of an answer from its schema, with times in days, without its head and links', async () => {
  await withTeam(['AB-1 status Open@0 Doing@2'], 20, async ask => {
    const { unit, buckets, bucket, ...head } = checkedFlow('wip', await ask('wip'))
    const { rows, notes } = generalView(schema)
    const oldest = { key: 'AB-1', totalAge: 48 * HOUR, stays: { issueKey: 'AB-1' } }
    const answer = { ...head, oldest, blocked: null, stages: STAGES } as never
    expect(rows(answer, timeFormat(24 * HOUR))).toEqual([
      ['MEASURE', 'VALUE'],
      ['oldest key', 'AB-1'],
      ['oldest total age', '2.0 d'],
      ['blocked', '-'],
      [],
      ['NAME', 'COUNT', 'TIME'],
      ['Doing', '2', '1.3 d'],
    ])
    expect(rows({ ...head, oldest: null, blocked: 0, stages: [] } as never, timeFormat(24 * HOUR))).toEqual([
      ['MEASURE', 'VALUE'],
      ['oldest key', '-'],
      ['oldest total age', '-'],
      ['blocked', '0.0 h'],
      [],
      ['NAME', 'COUNT', 'TIME'],
    ])
    expect(notes(answer)).toEqual([null])
  })
})
