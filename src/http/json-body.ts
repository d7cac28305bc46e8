import type { z } from 'zod'
import { UserError } from '../base/errors.ts'

/** Parses and validates a JSON body; `example` shows the expected form. Throws REQUEST_MALFORMED. */
export function jsonBody<T>(body: unknown, schema: z.ZodType<T>, example: string): T {
  const read = schema.safeParse(parsedJson(body))
  if (read.success) return read.data
  throw new UserError('REQUEST_MALFORMED', { reason: `its body is not JSON such as ${example}` })
}

const strictly = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body; `undefined` for a body that is not JSON in UTF-8. */
export function parsedJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined
  try {
    return JSON.parse(strictly.decode(body))
  } catch {
    return undefined
  }
}
