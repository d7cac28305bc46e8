import './theme.css'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError, NetworkError, whenBusy } from './api/client.ts'
import { App } from './shell/app.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { setConnectionLost } from './state/connection.ts'
import { currentChoices } from './state/use-address.ts'
import { startTheme } from './state/use-theme.ts'
import { prefetchDashboard } from './team/use-dashboard.ts'

const client = new QueryClient({
  defaultOptions: { queries: { ...whenBusy, refetchOnWindowFocus: false, networkMode: 'always' } },
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (error instanceof NetworkError) setConnectionLost(true)
      // The catalogue decides whether the sign-in form is shown.
      if (error instanceof ApiError && error.status === 401 && queryKey[0] !== 'catalogue') {
        void client.invalidateQueries({ queryKey: ['catalogue'] })
      }
    },
  }),
})

startTheme()
prefetchDashboard(client, currentChoices())
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
