import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { TRINO_LIMITS } from '../../src/store/trino/trino-client.ts'
import { rowsOf, trinoClient } from './trino-of-store.ts'

/** Counts for minutes. */
const LONG = `select count(*) from unnest(sequence(1, 10000)) a(x) cross join unnest(sequence(1, 10000)) b(y)
cross join unnest(sequence(1, 10000)) c(z) where (x * y + z) % 7 = 3`

const OPTIONS = { schema: 'information_schema', answerMb: 1 }

const clients = [trinoClient('lake'), trinoClient('lake', { ...TRINO_LIMITS, seconds: 3 })] as const
afterAll(() => Promise.all(clients.map(client => client.close())))

/** Returns the states of all statements like LONG that are not finished. */
async function running(): Promise<readonly unknown[]> {
  return rowsOf(`select state from system.runtime.queries where query like 'select count(*) from unnest(seq%'
and state not in ('FINISHED', 'FAILED')`)
}

async function runLong(client: (typeof clients)[number], signal?: AbortSignal): Promise<void> {
  for await (const _ of client.pages(LONG, { ...OPTIONS, signal }));
}

describe('a long statement', () => {
  it('leaves the cluster when its request is canceled', async () => {
    const abort = new AbortController()
    const long = runLong(clients[0], abort.signal)
    long.catch(() => {})
    while (!(await running()).flat().includes('RUNNING')) await sleep(100)
    const from = performance.now()
    abort.abort(new Error('gone'))
    await expect(long).rejects.toThrow('gone')
    const returned = performance.now() - from
    while ((await running()).length > 0) await sleep(50)
    const cleared = performance.now() - from
    console.log(`canceled after ${Math.round(returned)} ms, left the cluster after ${Math.round(cleared)} ms`)
    expect(cleared).toBeLessThan(10_000)
  })

  it('leaves the cluster at the time limit', async () => {
    const from = performance.now()
    await expect(runLong(clients[1])).rejects.toMatchObject({ code: 'TRINO_FAILED' })
    while ((await running()).length > 0) await sleep(50)
    const seconds = (performance.now() - from) / 1000
    console.log(`ended after ${seconds.toFixed(1)} s of 3 s`)
    expect(seconds).toBeLessThan(20)
  })
})
