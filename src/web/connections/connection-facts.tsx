import type { ReactNode } from 'react'
import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { connectionTexts } from '../texts/connections.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'

const { facts: text, form } = connectionTexts

/** Formats the time until which the data is complete, with the older issues. */
function untilText({ syncedAt, unread }: ManagedConnection, time: (instant: string) => string): string {
  const until = time(syncedAt!)
  if (unread.count === 0) return until
  const first = unread.issues
    .slice(0, NAMES_SHOWN)
    .map(({ name, since }) => ({ name, since: since === null ? null : time(since) }))
  return `${until}, ${texts.shell.sync.older(unread.count)}: ${texts.shell.sync.named(unread.count, first)}`
}

const NAMES_SHOWN = 5

/** The other facts about a connection. */
export function ConnectionFacts({ connection }: { readonly connection: ManagedConnection }) {
  const { timeZone } = useCatalogue()
  const time = (instant: string) => formatDateTime(Date.parse(instant), timeZone)
  const { product, version, address, account, permissions, syncedAt, nextRound, lastRound, running, since, unread } =
    connection
  const facts: (readonly [string, ReactNode])[] = [
    [
      text.tracker,
      <>
        {[product, version].filter(Boolean).join(' ')} ·{' '}
        <a href={address} rel="noreferrer">
          {address}
        </a>
      </>,
    ],
    ...(account === null ? [] : [[text.account, account] as const]),
    ...(connection.timeZone === null ? [] : [[text.zone, connection.timeZone] as const]),
    [text.permissions, form.permissionModes[permissions].name],
    [text.until, syncedAt === null ? text.noData : untilText(connection, time)],
    ...unread.issues.map(issue => [text.unread, text.unreadIssue(issue, time)] as const),
    ...(unread.count > unread.issues.length
      ? [[text.unread, text.moreUnread(unread.count - unread.issues.length)] as const]
      : []),
    ...(lastRound?.ended ? [[text.lastSync, `${time(lastRound.ended)}: ${text.counts(lastRound)}`] as const] : []),
    ...(running === null ? [[text.nextSync, nextRound === null ? text.noSync : time(nextRound)] as const] : []),
    ...(since === null ? [] : [[text.since, text.sinceText(time(since))] as const]),
    [text.token, text.tokenFrom[connection.tokenFrom]],
    ...connection.problems.map(problem => [text.problems, problem] as const),
  ]
  return (
    <section className="connection-section stack" aria-labelledby="connection-facts">
      <h2 id="connection-facts">{text.title}</h2>
      <dl className="facts">
        {facts.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several facts may have the same name
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
