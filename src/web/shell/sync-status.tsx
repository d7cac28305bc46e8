import type { PageSync } from '../../page/page-types.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useSync } from '../state/use-sync.ts'
import { texts } from '../texts/en.ts'
import { formatTimeOfDay } from '../texts/format.ts'

/** Shows until when the data of the tracker is complete, and which projects are behind. */
export function SyncStatus() {
  const { timeZone } = useCatalogue()
  const { data } = useSync()
  if (!data) return null
  const text = syncText(data, Date.now(), timeZone)
  return (
    <p className="shell-sync" title={data.behind.length > 0 ? texts.shell.sync.behindAll(data.behind) : text}>
      {text}
    </p>
  )
}

/** Formats the status: `Data until 09:14, WEB is behind`. */
export function syncText(
  { syncedAt, behind }: Pick<PageSync, 'syncedAt' | 'behind'>,
  now: number,
  timeZone: string,
): string {
  const { sync } = texts.shell
  const until = syncedAt === null ? sync.none : sync.until(formatTimeOfDay(Date.parse(syncedAt), now, timeZone))
  return behind.length === 0 ? until : `${until}, ${sync.behind(behind)}`
}
