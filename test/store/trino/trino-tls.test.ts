import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { TRINO_LIMITS, TrinoClient } from '../../../src/store/trino/trino-client.ts'

const pem = (name: string) => readFileSync(new URL(`../../support/tls/${name}.pem`, import.meta.url), 'utf8')

it('a cluster with a certificate of an own authority is trusted only with that authority', async () => {
  const server = createServer({ key: pem('server-key'), cert: pem('server') }, (_, response) => {
    response.end(JSON.stringify({ columns: [{ name: 'n', type: 'bigint' }], data: [[1]] }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`)
  const rowsWith = async (ca: string | null): Promise<unknown[]> => {
    const address = { url, user: 'ada', catalog: 'lake', authorization: () => null, ca }
    const client = new TrinoClient(address, { ...TRINO_LIMITS, tries: 1 })
    try {
      const rows: unknown[] = []
      for await (const page of client.pages('select 1', { schema: 's', answerMb: 1 })) rows.push(...page.rows)
      return rows
    } finally {
      await client.close()
    }
  }
  try {
    expect(await rowsWith(pem('authority'))).toEqual([[1]])
    await expect(rowsWith(null)).rejects.toMatchObject({ code: 'TRINO_UNREACHABLE' })
  } finally {
    server.close()
  }
})
