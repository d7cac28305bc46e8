import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isReachable, Unreachable } from '../api/client.ts'
import { noteConnection, useConnectionLost } from '../state/connection.ts'
import { words } from '../texts/en.ts'

/** How often a lost server is looked for. Milliseconds. */
const PAUSE = 3000

/** Says that the connection is lost, looks for the server, and asks anew for what failed once it is there again. */
export function ConnectionBanner() {
  const isLost = useConnectionLost()
  useReconnecting(isLost)
  return (
    <div role="status">
      {isLost && (
        <p className="frame-banner">
          <strong>{words.frame.connection.lost}</strong> {words.frame.connection.text}
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
    const look = async () => {
      if (!(await isReachable())) return
      noteConnection(false)
      // A slow server would never get to answer if each look began anew what the one before asked.
      await client.refetchQueries(
        { predicate: ({ state }) => state.error instanceof Unreachable, type: 'active' },
        { cancelRefetch: false },
      )
    }
    const timer = setInterval(() => void look(), PAUSE)
    const lookNow = () => void look()
    window.addEventListener('online', lookNow)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', lookNow)
    }
  }, [isLost, client])
}
