import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isReachable, NetworkError } from '../api/client.ts'
import { setConnectionLost, useConnectionLost } from '../state/connection.ts'
import { texts } from '../texts/en.ts'

/** How often the page tries to reconnect. Milliseconds. */
const RETRY_INTERVAL = 3000

/** Shows that the connection is lost, reconnects, and then repeats failed requests. */
export function ConnectionBanner() {
  const isLost = useConnectionLost()
  useReconnecting(isLost)
  return (
    <div role="status">
      {isLost && (
        <p className="shell-banner">
          <strong>{texts.shell.connection.lost}</strong> {texts.shell.connection.text}
        </p>
      )}
    </div>
  )
}

/** Tries to reconnect every few seconds, and at once when the browser goes online or a request succeeds. */
export function useReconnecting(isLost: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isLost) return
    const retry = async () => {
      if (!(await isReachable())) return
      setConnectionLost(false)
      // Restarting requests on each attempt would never let a slow server finish.
      await client.refetchQueries(
        { predicate: ({ state }) => state.error instanceof NetworkError, type: 'active' },
        { cancelRefetch: false },
      )
    }
    const timer = setInterval(() => void retry(), RETRY_INTERVAL)
    const retryNow = () => void retry()
    window.addEventListener('online', retryNow)
    // The response may be from before the connection was lost: alone, it does not show that the server is reachable.
    const unsubscribe = client.getQueryCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'success') retryNow()
    })
    return () => {
      unsubscribe()
      clearInterval(timer)
      window.removeEventListener('online', retryNow)
    }
  }, [isLost, client])
}
