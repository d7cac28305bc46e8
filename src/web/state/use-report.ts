import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { fetchTimedReport } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import { fieldOf, isDate, readGroupings } from '../builder/group-by.ts'
import { type Choices, endpointOf, parametersOf } from './choices.ts'
import { useCatalogue } from './use-catalogue.ts'

/** How long answers are cached. Milliseconds. */
export const STALE_TIME = 60_000

/** The beginning of the keys of flow measures in the cache. */
export const FLOW_KEY = ['flow'] as const

/** A report with its parameters. */
export interface LoadedReport {
  readonly report: Report
  /** The chosen parameters. */
  readonly parameters: Choices
  /** The server's clock at the response: epoch milliseconds, `null` if unknown. */
  readonly answeredAt: number | null
}

/** The state of a report request. */
export interface ReportQuery {
  /** The last report. It may be for other choices while a request runs or after it failed. */
  readonly report: Report | undefined
  readonly loaded: LoadedReport | undefined
  readonly error: Error | null
  readonly isRunning: boolean
  /** Whether the report is for other choices. */
  readonly isStale: boolean
  /** Runs the report again, as of now. */
  readonly run: () => void
  /** Cancels the request, and with it the query in the database. */
  readonly cancel: () => void
}

/** Requests the chosen report once `isComplete`. */
export function useReport(choices: Choices, isComplete: boolean): ReportQuery {
  const catalogue = useCatalogue()
  const { paths } = catalogue
  const client = useQueryClient()
  const endpoint = endpointOf(choices)
  const parameters = parametersOf(choices)
  const key = ['report', endpoint, parameters]
  const { data, error, isFetching, refetch } = useQuery<LoadedReport>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const requested = withReadableDates(parameters, catalogue)
      const { body, answeredAt } = await fetchTimedReport<Report>(paths[endpoint], requested, signal)
      return { report: body, parameters, answeredAt }
    },
    enabled: isComplete,
    staleTime: STALE_TIME,
  })
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  const loaded = data ?? last
  const run = useCallback(() => {
    void refetch()
    // The screen of the team must not be older than the report.
    void client.invalidateQueries({ queryKey: FLOW_KEY })
  }, [refetch, client])
  const cancel = () => void client.cancelQueries({ queryKey: key })
  const isStale = loaded !== undefined && (data === undefined || !isComplete)
  return { report: loaded?.report, loaded, error, isRunning: isFetching, isStale, run, cancel }
}

/** The formats of dates that the page reads without guessing, by parameter. */
const READABLE = { dateFormat: 'yyyy-MM-dd', dateTimeFormat: 'yyyy-MM-dd HH:mm' } as const

/**
 * Returns the parameters of a request with dates of fields that the page can read, to show them in the locale of the user.
 * Formats that the user chose stay. So do those of reports grouped by exact dates: links to a group contain its text.
 */
export function withReadableDates(parameters: Choices, catalogue: Pick<PageCatalogue, 'fields'>): Choices {
  const groupings = readGroupings(parameters.groupByFields)
  const hasExactDates = groupings.some(({ field, unit }) => unit === null && isDate(fieldOf(field, catalogue)))
  return parameters.fields === undefined || hasExactDates ? parameters : { ...READABLE, ...parameters }
}
