import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { ApiError, getJson, NetworkError } from '../api/client.ts'
import { withDayLength } from '../builder/with-day-length.ts'
import { type OpenPage, openPageIn } from '../state/choices.ts'
import { useAddress } from '../state/use-address.ts'
import { CatalogueContext } from '../state/use-catalogue.ts'
import { ChoiceContext } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'
import { useReconnecting } from './connection-banner.tsx'
import { ReportError } from './report-error.tsx'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'
import { useElapsed } from './use-elapsed.ts'

const CalendarPages = lazy(() =>
  import('../calendars/calendar-pages.tsx').then(module => ({ default: module.CalendarPages })),
)
const loadTeamPage = () => import('../team/team-page.tsx')
const TeamPage = lazy(() => loadTeamPage().then(module => ({ default: module.TeamPage })))
const SavedTeamPage = lazy(() =>
  import('../team/saved-team-page.tsx').then(module => ({ default: module.SavedTeamPage })),
)
const WallPage = lazy(() => import('../team/wall-page.tsx').then(module => ({ default: module.WallPage })))
const ConnectionPages = lazy(() =>
  import('../connections/connection-pages.tsx').then(module => ({ default: module.ConnectionPages })),
)

/** A page other than that of reports. */
function Page({ page }: { readonly page: OpenPage }) {
  if (page.name === 'team') return <TeamPage />
  if (page.name === 'saved-team') return <SavedTeamPage id={page.id} />
  if (page.name === 'wall') return <WallPage ids={page.ids} />
  return page.name === 'connection' ? <ConnectionPages name={page.connection} /> : <CalendarPages page={page} />
}

/** The page: the shell once the catalogue has loaded, until then its loading and error states. */
export function App() {
  const address = useAddress()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['catalogue'],
    queryFn: ({ signal }) => getJson<PageCatalogue>('/api/catalogue', signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const state = useMemo(
    () => ({ ...address, choices: data ? withDayLength(address.choices, data) : address.choices }),
    [address, data],
  )
  const isLong = useElapsed(isPending) > 0
  useReconnecting(data === undefined && error instanceof NetworkError)
  const page = openPageIn(state.choices)
  const isTeam = page?.name === 'team'
  useEffect(() => {
    // Its code need not wait for the catalogue.
    if (isTeam) void loadTeamPage()
  }, [isTeam])
  // The link that led back from another page is gone.
  const isOther = page !== null
  const wasOther = useRef(isOther)
  const cameBack = wasOther.current && !isOther
  useEffect(() => {
    wasOther.current = isOther
  }, [isOther])
  if (error instanceof ApiError && error.status === 401) return <SignIn />
  if (data) {
    return (
      <CatalogueContext value={data}>
        <ChoiceContext value={state}>
          {page === null ? (
            <Shell cameBack={cameBack} />
          ) : (
            <Suspense fallback={null}>
              <Page page={page} />
            </Suspense>
          )}
        </ChoiceContext>
      </CatalogueContext>
    )
  }
  return (
    <main className="shell-opening">
      {error instanceof NetworkError ? (
        <section className="shell-notice stack" role="alert">
          <h1>{texts.shell.connection.first}</h1>
          <p>{texts.shell.connection.firstText}</p>
        </section>
      ) : error && !isFetching ? (
        <ReportError error={error} run={() => void refetch()} showChoice={() => {}} />
      ) : (
        isLong && (
          <p className="soft" role="status">
            {texts.shell.opening}
          </p>
        )
      )}
    </main>
  )
}
