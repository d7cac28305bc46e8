import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { PageSync } from '../../reports/page/page-types.ts'
import { getJson } from '../api/client.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime, formatTimeOfDay } from '../texts/format.ts'

/** Shows until when the data of the tracker is complete, and which projects are behind. */
export function SyncStatus() {
  const { timeZone } = useCatalogue()
  const { data } = useSync()
  if (!data) return null
  const text = syncText(data, Date.now(), timeZone)
  const details = [
    data.unread.count > 0 && olderText(data.unread, timeZone),
    data.behind.length > 0 && texts.shell.sync.behindAll(data.behind),
  ].filter(Boolean)
  return (
    <p className="grow hint ellipsis" title={details.length > 0 ? details.join(' ') : text}>
      {text}
    </p>
  )
}

/** Formats the status: `Data until 09:14, but 2 issues are older, WEB is behind`. */
export function syncText(
  { syncedAt, behind, unread }: Pick<PageSync, 'syncedAt' | 'behind' | 'unread'>,
  now: number,
  timeZone: string,
): string {
  const { sync } = texts.shell
  const until = syncedAt === null ? sync.none : sync.until(formatTimeOfDay(Date.parse(syncedAt), now, timeZone))
  const known = unread.count === 0 ? until : `${until}, ${sync.older(unread.count)}`
  return behind.length === 0 ? known : `${known}, ${sync.behind(behind)}`
}

function olderText({ count, first }: PageSync['unread'], timeZone: string): string {
  return texts.shell.sync.olderAll(
    count,
    first.map(({ name, since }) => ({ name, since: since && formatDateTime(Date.parse(since), timeZone) })),
  )
}

/** How often the status is read. Milliseconds. */
const INTERVAL = 30_000

/** Returns how current the issues of connections are; nothing without a connection. */
function useSync(): UseQueryResult<PageSync> {
  const { isConnected } = useCatalogue()
  return useQuery({
    queryKey: ['sync'],
    queryFn: ({ signal }) => getJson<PageSync>('/api/sync', signal),
    enabled: isConnected,
    refetchInterval: INTERVAL,
  })
}
