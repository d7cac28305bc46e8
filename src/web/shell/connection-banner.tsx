import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isReachable, NetworkError } from '../api/client.ts'
import { setConnectionLost, useConnectionLost } from '../state/connection.ts'
import { texts } from '../texts/en.ts'

/** How often a lost server is looked for. Milliseconds. */
const RETRY_INTERVAL = 3000

/** Says that the connection is lost, looks for the server, and asks anew for what failed once it is there again. */
export function ConnectionBanner() {
  const isLost = useConnectionLost()
  useReconnecting(isLost)
  return (
    <div role="status">
      {isLost && (
        <p className="frame-banner">
          <strong>{texts.shell.connection.lost}</strong> {texts.shell.connection.text}
        </p>
      )}
    </div>
  )
}

/** Looks for a lost server every few seconds, and at once when the browser says that it is online. */
export function useReconnecting(isLost: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isLost) return
    const retry = async () => {
      if (!(await isReachable())) return
      setConnectionLost(false)
      // A slow server would never get to answer if each look began anew what the one before asked.
      await client.refetchQueries(
        { predicate: ({ state }) => state.error instanceof NetworkError, type: 'active' },
        { cancelRefetch: false },
      )
    }
    const timer = setInterval(() => void retry(), RETRY_INTERVAL)
    const retryNow = () => void retry()
    window.addEventListener('online', retryNow)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retryNow)
    }
  }, [isLost, client])
}
