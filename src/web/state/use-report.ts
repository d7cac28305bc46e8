import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { fetchTimedReport } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import { type Choices, endpointOf, parametersOf } from './choices.ts'
import { useCatalogue } from './use-catalogue.ts'

/** For how long an answer is shown again without asking anew. Milliseconds. */
const STALE_TIME = 60_000

/** An answer, with what was asked. */
export interface LoadedReport {
  readonly report: Report
  /** The parameters that it answers. */
  readonly parameters: Choices
  /** The server's clock when it answered: epoch milliseconds, `null` where it was not told. */
  readonly answeredAt: number | null
}

/** A report as far as it is there. */
export interface ReportQuery {
  /** The last answer: that of other choices while, or when, there is none to the present ones. */
  readonly report: Report | undefined
  readonly loaded: LoadedReport | undefined
  readonly error: Error | null
  readonly isRunning: boolean
  /** Whether the answer shown is that of other choices. */
  readonly isStale: boolean
  /** Asks again, as of now. */
  readonly run: () => void
  /** Ends what is running, in the engine too. */
  readonly cancel: () => void
}

/** The report that was chosen, asked for as soon as `isComplete`. */
export function useReport(choices: Choices, isComplete: boolean): ReportQuery {
  const { paths } = useCatalogue()
  const client = useQueryClient()
  const endpoint = endpointOf(choices)
  const parameters = parametersOf(choices)
  const key = ['report', endpoint, parameters]
  const { data, error, isFetching, refetch } = useQuery<LoadedReport>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { body, answeredAt } = await fetchTimedReport<Report>(paths[endpoint], parameters, signal)
      return { report: body, parameters, answeredAt }
    },
    enabled: isComplete,
    staleTime: STALE_TIME,
  })
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  const loaded = data ?? last
  const run = useCallback(() => void refetch(), [refetch])
  const cancel = () => void client.cancelQueries({ queryKey: key })
  const isStale = loaded !== undefined && (data === undefined || !isComplete)
  return { report: loaded?.report, loaded, error, isRunning: isFetching, isStale, run, cancel }
}
