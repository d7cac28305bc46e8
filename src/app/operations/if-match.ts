import { UserError } from '../../core/base/errors.ts'
import type { Json, Sent } from './operation.ts'

const ENTITY_TAG = /^"([\x21\x23-\x7e\x80-\xff]*)"$/

/**
 * Returns the versions in the header `If-Match` (RFC 9110, section 13.1.1); `null` for `*`, which matches every one.
 * Throws REQUEST_MALFORMED, also if it is missing: a change must not undo that of somebody else.
 */
export function versionsIn({ headers }: Pick<Sent, 'headers'>): readonly string[] | null {
  const value = headers['if-match']?.toString().trim()
  if (value === '*') return null
  const tags = value?.split(',').map(tag => ENTITY_TAG.exec(tag.trim())?.[1]) ?? []
  if (tags.length > 0 && tags.every(tag => tag !== undefined)) return tags
  const found = value === undefined ? 'is missing' : `'${value.slice(0, 100)}' is not an ETag`
  const reason = `the header If-Match ${found}. Send the ETag of the calendar that you change, or * to replace any version`
  throw new UserError('REQUEST_MALFORMED', { reason })
}

/** The header of a change, for the OpenAPI document. */
export const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: 'The ETag of the calendar that is changed, or * for any version.',
}
