import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { fetchReport } from '../api/client.ts'
import type { Dashboard } from '../api/flow.ts'
import { applyChange, type Choices, openPageIn } from '../state/choices.ts'
import { oneAfterTheOther } from '../state/one-after-the-other.ts'
import { FLOW_KEY, STALE_TIME } from '../state/use-report.ts'
import { goesBackByItself, lastWeeks } from './last-weeks.ts'
import { dashboardParameters } from './team-parameters.ts'

/**
 * Requests all numbers of the screen. The previous answer stays until the next one arrives, but not one without finished issues: its
 * notes would flash when the screen goes back to the last weeks that have some.
 */
export function useDashboard(choices: Choices): UseQueryResult<Dashboard> {
  return useQuery({
    ...dashboardQuery(choices),
    placeholderData: previous => (previous && previous.trend.finished > 0 ? previous : undefined),
  })
}

function useDashboardInTurn(choices: Choices, isWanted: boolean): UseQueryResult<Dashboard> {
  const query = dashboardQuery(choices)
  return useQuery({
    ...query,
    queryFn: context => inTurn(() => query.queryFn(context), context.signal),
    enabled: isWanted,
  })
}

/**
 * Requests the numbers of a screen as it shows them once they are wanted, for several screens one after the other. Returns whether the
 * screen goes back to the last weeks with finished issues.
 */
export function useShownDashboard(choices: Choices, isWanted: boolean) {
  const { data } = useDashboardInTurn(choices, isWanted)
  const earlier = data && goesBackByItself(choices, data) ? lastWeeks(choices, data) : null
  return { query: useDashboardInTurn(applyChange(choices, earlier ?? {}), isWanted), goesBack: earlier !== null }
}

/** The server computes one report of a user at a time, so more requests would only delay the next report. */
const inTurn = oneAfterTheOther()

/** Requests the numbers of the screen that choices open, if they open one, before the page can show them. */
export function prefetchDashboard(client: QueryClient, choices: Choices): void {
  if (openPageIn(choices)?.name === 'team') void client.prefetchQuery(dashboardQuery(choices))
}

/** Returns the query for all numbers of a screen. */
export function dashboardQuery(choices: Choices) {
  const parameters = dashboardParameters(choices)
  return {
    queryKey: [...FLOW_KEY, 'dashboard', parameters],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      fetchReport<Dashboard>('/api/flow/dashboard', parameters, signal),
    staleTime: STALE_TIME,
  }
}
