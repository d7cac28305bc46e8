import type { IncomingMessage } from 'node:http'
import { UserError } from '../../core/base/errors.ts'
import { splitAddress } from './split-address.ts'
import { parseUrlEncoded } from './url-encoded.ts'

/** Returns the value of a URL parameter that may be given once. Throws REQUEST_MALFORMED. */
export function singleParameter({ url }: IncomingMessage, name: string): string | undefined {
  const [first, ...others] = parseUrlEncoded(splitAddress(url).query, 'query').filter(
    parameter => parameter.name === name,
  )
  if (others.length > 0)
    throw new UserError('REQUEST_MALFORMED', { reason: `${name} is given ${others.length + 1} times` })
  return first?.value
}
