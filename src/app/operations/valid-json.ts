import type { z } from 'zod'
import { UserError } from '../../core/base/errors.ts'

/** Validates the value of a JSON body; `example` shows the expected form. Throws REQUEST_MALFORMED. */
export function validJson<T>(json: unknown, schema: z.ZodType<T>, example: string): T {
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw new UserError('REQUEST_MALFORMED', { reason: `its body is not JSON such as ${example}` })
}
