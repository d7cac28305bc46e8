import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarDetails, CalendarMonth, CalendarSummary, HolidayCountry } from '../../reports/page/page-types.ts'
import { ApiError, getJson, request, requestJson, withJson } from '../api/client.ts'

const PATH = '/api/calendars'

/** The beginning of the keys of calendars in the cache. */
export const CALENDARS_KEY = ['calendars'] as const

/** Returns all calendars. */
export function useCalendars() {
  return useQuery({
    queryKey: [...CALENDARS_KEY, 'all'],
    queryFn: async ({ signal }) =>
      (await getJson<{ readonly calendars: readonly CalendarSummary[] }>(PATH, signal)).calendars,
  })
}

/** Returns a calendar. */
export function useCalendar(id: string) {
  return useQuery({
    queryKey: [...CALENDARS_KEY, 'one', id],
    queryFn: ({ signal }) => getJson<CalendarDetails>(pathOf(id), signal),
  })
}

/** Returns the countries with known public holidays. */
export function useCountries() {
  return useQuery({
    queryKey: ['holiday-countries'],
    queryFn: async ({ signal }) =>
      (await getJson<{ readonly countries: readonly HolidayCountry[] }>('/api/holiday-countries', signal)).countries,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The month of a calendar. */
export interface MonthQuery {
  /** The last month that could be computed. It may be that of an older calendar, or another month. */
  readonly shown: CalendarMonth | null
  /** The errors of the present calendar; `null` while they are not known. */
  readonly messages: readonly string[] | null
  /** An error that is not about the calendar. */
  readonly error: Error | null
}

/** How long months are cached. Their keys contain whole calendars. Milliseconds. */
const KEPT_FOR = 10_000

/** Computes a month (`yyyy-MM`) of a calendar that may be unsaved. */
export function useMonth(calendar: unknown, month: string): MonthQuery {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['calendar-preview', month, calendar],
    queryFn: ({ signal }) => previewOf(calendar, month, signal),
    placeholderData: keepPreviousData,
    gcTime: KEPT_FOR,
  })
  const [shown, setShown] = useState<CalendarMonth | null>(null)
  if (data?.month && data.month !== shown) setShown(data.month)
  return { shown, messages: data === undefined || isPlaceholderData ? null : data.messages, error }
}

/** Requests a month. The errors of the calendar are a result. */
async function previewOf(calendar: unknown, month: string, signal: AbortSignal) {
  try {
    const body = withJson('POST', { calendar, month })
    const found = await requestJson<CalendarMonth>('/api/calendar-preview', { ...body, signal })
    return { month: found, messages: [] }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CALENDAR_INVALID') throw error
    return { month: null, messages: error.messages }
  }
}

/** Saves a new calendar, or with an id and a version the changes of one. Throws as getJson. */
export async function saveCalendar(
  calendar: unknown,
  present: { readonly id: string; readonly version: string } | null,
): Promise<CalendarDetails> {
  if (present === null) return requestJson<CalendarDetails>(PATH, withJson('POST', calendar))
  const put = withJson('PUT', calendar)
  const headers = { ...put.headers, 'if-match': matching(present.version) }
  return requestJson<CalendarDetails>(pathOf(present.id), { ...put, headers })
}

/** Removes a version of a calendar. Throws as getJson. */
export async function removeCalendar(id: string, version: string): Promise<void> {
  await request(pathOf(id), { method: 'DELETE', headers: { 'if-match': matching(version) } })
}

/** Makes a calendar the default one. Throws as getJson. */
export function makeDefaultCalendar(id: string): Promise<CalendarDetails> {
  return requestJson<CalendarDetails>(`${pathOf(id)}/default`, { method: 'POST' })
}

/** A version that every calendar has. */
export const ANY_VERSION = '*'

function matching(version: string): string {
  return version === ANY_VERSION ? version : `"${version}"`
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
