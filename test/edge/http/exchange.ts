import { connect } from 'node:net'

/**
 * Sends bytes to a local port, and returns everything received until the server closes the connection; a number is a
 * pause.
 */
export function exchange(port: number, ...parts: readonly (string | Buffer | number)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', async () => {
      for (const part of parts) {
        if (typeof part === 'number') await new Promise(resume => setTimeout(resume, part))
        else socket.write(part)
      }
    })
    const chunks: Buffer[] = []
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    // A server that rejects an upload may reset the connection after its response.
    socket.on('error', error => (chunks.length > 0 ? undefined : reject(error)))
  })
}

/** A response as received over a connection. */
export interface RawAnswer {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Parses the first response that `exchange` returned. */
export function readAnswer(text: string): RawAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const pairs = lines.map(line => /^([^:]+): *(.*)$/.exec(line)!.slice(1, 3) as [string, string])
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]),
    headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
    body: body.join('\r\n\r\n'),
  }
}
