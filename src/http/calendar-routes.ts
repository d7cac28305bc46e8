import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { UserError } from '../base/errors.ts'
import { nextTurn } from '../base/in-slices.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { parsedLongJson, validJson } from './json-body.ts'
import type { RunningRequests } from './running-requests.ts'

/** The paths of the routes of working calendars. */
export const CALENDAR_PATHS = {
  all: '/api/calendars',
  one: '/api/calendars/:id',
  makeDefault: '/api/calendars/:id/default',
  preview: '/api/calendar-preview',
  countries: '/api/holiday-countries',
} as const

/**
 * Adds the routes of working calendars: `GET` lists them and `POST` adds one; `GET`, `PUT` and `DELETE` of `/<id or
 * name>` read, replace and remove one, and `POST` of `/<id>/default` makes one the default. Only administrators may
 * change them. `/api/calendar-preview` computes a month, and `/api/holiday-countries` lists where holidays are known.
 */
export function addCalendarRoutes(
  server: FastifyInstance,
  calendars: Workspace['calendars'],
  running: RunningRequests,
): void {
  const { all, one, makeDefault, preview, countries } = CALENDAR_PATHS
  const changing = { admits: 'administrators', changes: true } as const
  const writing = { config: { ...changing, reads: 'application/json' } } as const
  const contextOf = (request: FastifyRequest, reply: FastifyReply) => ({
    caller: request.caller,
    signal: running.signalFor(reply),
  })
  /** Parses the body apart from the work before or after it: a calendar can have 4 MB. */
  const longJson = async (request: FastifyRequest, reply: FastifyReply) => {
    const { signal } = contextOf(request, reply)
    await nextTurn(signal)
    const json = await parsedLongJson(request.body, signal)
    await nextTurn(signal)
    return json
  }
  const sendDetails = async (id: string, request: FastifyRequest, reply: FastifyReply) => {
    const details = await calendars.details(id, contextOf(request, reply))
    reply.header('etag', `"${details.version}"`)
    return { ...details, address: addressOf(details.id) }
  }
  server.get(all, async (request, reply) => {
    const list = await calendars.summaries(contextOf(request, reply))
    return { calendars: list.map(calendar => ({ ...calendar, address: addressOf(calendar.id) })) }
  })
  server.post(all, writing, async (request, reply) => {
    const id = await calendars.addFile(await longJson(request, reply))
    const details = await sendDetails(id, request, reply)
    reply.code(201).header('location', details.address)
    return details
  })
  server.get<OfId>(one, async (request, reply) => sendDetails(request.params.id, request, reply))
  server.put<OfId>(one, writing, async (request, reply) => {
    const { id } = request.params
    await calendars.replaceFile(id, await longJson(request, reply), versionsIn(request))
    return sendDetails(id, request, reply)
  })
  server.delete<OfId>(one, { config: changing }, async (request, reply) => {
    await calendars.remove(request.params.id, versionsIn(request))
    return reply.code(204).send()
  })
  server.post<OfId>(makeDefault, { config: changing }, async (request, reply) => {
    const { id } = request.params
    await calendars.makeDefault(id)
    return sendDetails(id, request, reply)
  })
  server.post(preview, { config: { reads: 'application/json' } }, async (request, reply) => {
    const json = await longJson(request, reply)
    const { calendar, month } = validJson(json, PREVIEW, '{"month": "2024-12", "calendar": {...}}')
    return calendars.preview(calendar, month, contextOf(request, reply))
  })
  server.get(countries, async (request, reply) => ({
    countries: await calendars.countries(contextOf(request, reply)),
  }))
}

interface OfId {
  readonly Params: { readonly id: string }
}

const PREVIEW = z.strictObject({ calendar: z.unknown(), month: z.unknown() })

function addressOf(id: string): string {
  return `${CALENDAR_PATHS.all}/${encodeURIComponent(id)}`
}

const ENTITY_TAG = /^"([\x21\x23-\x7e\x80-\xff]*)"$/

/**
 * Returns the versions in the header `If-Match` (RFC 9110, section 13.1.1); `null` for `*`, which matches every one.
 * Throws REQUEST_MALFORMED, also if it is missing: a change must not undo that of somebody else.
 */
function versionsIn({ headers }: FastifyRequest): readonly string[] | null {
  const value = headers['if-match']?.trim()
  if (value === '*') return null
  const tags = value?.split(',').map(tag => ENTITY_TAG.exec(tag.trim())?.[1]) ?? []
  if (tags.length > 0 && tags.every(tag => tag !== undefined)) return tags
  const found = value === undefined ? 'is missing' : `'${value.slice(0, 100)}' is not an ETag`
  const reason = `the header If-Match ${found}. Send the ETag of the calendar that you change, or * to replace any version`
  throw new UserError('REQUEST_MALFORMED', { reason })
}
