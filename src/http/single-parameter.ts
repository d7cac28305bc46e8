import type { IncomingMessage } from 'node:http'
import { UserError } from '../base/errors.ts'
import { splitAddress } from './split-address.ts'
import { parseUrlEncoded } from './url-encoded.ts'

/** Returns the value of a URL parameter that may be given once. Throws REQUEST_MALFORMED. */
export function only({ url }: IncomingMessage, name: string): string | undefined {
  const [first, ...more] = parseUrlEncoded(splitAddress(url).query, 'query').filter(one => one.name === name)
  if (more.length > 0) throw new UserError('REQUEST_MALFORMED', { reason: `${name} is given ${more.length + 1} times` })
  return first?.value
}
