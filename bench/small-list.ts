import type { ServedStore } from './served-store.ts'
import { summaryOf } from './timing.ts'

/** A user who requests the same small list again and again. */
export interface RepeatedList {
  /** Returns the figures since the last call. */
  readonly figures: () => string
  readonly stop: () => Promise<void>
}

/** Requests a list of these issues, with a pause of 50 ms after each answer. */
export function repeatedList(server: ServedStore, keys: readonly string[], token: string | null): RepeatedList {
  const parameters = new URLSearchParams({
    filterType: 'customjql',
    customjql: `key in (${keys.join(',')})`,
    columnsBy: 'statusDuration',
    calendar: 'normalHours',
  })
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  let times: number[] = []
  let errors = 0
  let isStopped = false
  const requests = (async () => {
    while (!isStopped) {
      const start = performance.now()
      const response = await fetch(`${server.base}/rest/tis/report/1.0/api/list?${parameters}`, { headers })
      await response.text()
      if (response.ok) times.push(performance.now() - start)
      else errors++
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })()
  return {
    figures: () => {
      const { median, p95, max } = summaryOf(times)
      const text = `${times.length} answers, p50 ${Math.round(median)}, p95 ${Math.round(p95)}, most ${Math.round(max)} ms, ${errors} errors`
      times = []
      errors = 0
      return text
    },
    stop: async () => {
      isStopped = true
      await requests
    },
  }
}
