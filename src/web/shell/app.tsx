import { useQuery } from '@tanstack/react-query'
import type { PageCatalogue } from '../../service/page-types.ts'
import { getJson, Refusal, Unreachable } from '../api/client.ts'
import { useAddress } from '../state/use-address.ts'
import { CatalogueContext } from '../state/use-catalogue.ts'
import { ChoiceContext } from '../state/use-choices.ts'
import { words } from '../texts/en.ts'
import { useReconnecting } from './connection-banner.tsx'
import { Frame } from './frame.tsx'
import { ReportError } from './report-error.tsx'
import { SignIn } from './sign-in.tsx'
import { useElapsed } from './use-elapsed.ts'

/** The page: the frame once it can be filled, until then why it cannot. */
export function App() {
  const state = useAddress()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['catalogue'],
    queryFn: ({ signal }) => getJson<PageCatalogue>('/api/catalogue', signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isLong = useElapsed(isPending) > 0
  useReconnecting(data === undefined && error instanceof Unreachable)
  if (error instanceof Refusal && error.status === 401) return <SignIn />
  if (data) {
    return (
      <CatalogueContext value={data}>
        <ChoiceContext value={state}>
          <Frame />
        </ChoiceContext>
      </CatalogueContext>
    )
  }
  return (
    <main className="frame-opening">
      {error instanceof Unreachable ? (
        <section className="frame-notice" role="alert">
          <h1>{words.frame.connection.first}</h1>
          <p>{words.frame.connection.firstText}</p>
        </section>
      ) : error && !isFetching ? (
        <ReportError error={error} run={() => void refetch()} showChoice={() => {}} />
      ) : (
        isLong && <p role="status">{words.frame.opening}</p>
      )}
    </main>
  )
}
