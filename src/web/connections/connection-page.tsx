import type { ReactNode } from 'react'
import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { ConnectionStateTag } from '../shell/connection-state.tsx'
import { Problem } from '../shell/problem.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useConnections } from '../state/use-connections.ts'
import { connectionTexts } from '../texts/connections.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'
import { ConnectionActions } from './connection-actions.tsx'
import { ConnectionProjects } from './connection-projects.tsx'

const { connections: text } = texts.shell
const { facts: factTexts, form } = connectionTexts

/** A stored connection: its state, what it does, its projects, and what can be done with it. */
export function ConnectionPage({ name, notify }: { readonly name: string; readonly notify: (text: string) => void }) {
  const { data, error } = useConnections()
  if (error && !data) return <Problem error={error} />
  if (!data) return <p role="status">{connectionTexts.loading}</p>
  const found = data.find(one => one.name === name)
  if (!found) return <p>{connectionTexts.unknown(name)}</p>
  return (
    <>
      <section className="connection-state card stack" aria-label={texts.shell.connections.title}>
        <p role="status">
          <ConnectionStateTag state={found.state} failed={found.unread.count} />
        </p>
        {found.reason !== null && <p className="connection-reason breakable">{found.reason}</p>}
        <p>{nextStep(found)}</p>
        <RunningRound connection={found} />
        <ConnectionActions connection={found} notify={notify} />
      </section>
      <ConnectionProjects connection={found} />
      <ConnectionFacts connection={found} />
    </>
  )
}

function nextStep({ state, reason, approval, unread }: ManagedConnection): string {
  if (state === 'live' && unread.count > 0) return connectionTexts.live.failed(unread.count)
  if (state === 'live') return reason === null ? connectionTexts.live.well : connectionTexts.live.again
  return state === 'needs-approval' ? text.approvals[approval ?? 'loss'] : text.next[state]
}

function RunningRound({ connection: { name, running } }: { readonly connection: ManagedConnection }) {
  if (running === null) return null
  const { phase, done, total } = running
  const isMeasured = total !== null && total > 0 && done <= total
  return (
    <div className="connection-round">
      <p>
        {text.running(phase)} <span className="hint">{connectionTexts.progress.facts(running)}</span>
      </p>
      <progress aria-label={text.running(`${phase}, ${name}`)} {...(isMeasured ? { value: done, max: total } : {})} />
    </div>
  )
}

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
function ConnectionFacts({ connection }: { readonly connection: ManagedConnection }) {
  const { timeZone } = useCatalogue()
  const time = (instant: string) => formatDateTime(Date.parse(instant), timeZone)
  const { product, version, address, account, permissions, syncedAt, nextRound, lastRound, running, since, unread } =
    connection
  const facts: (readonly [string, ReactNode])[] = [
    [
      factTexts.tracker,
      <>
        {[product, version].filter(Boolean).join(' ')} ·{' '}
        <a href={address} rel="noreferrer">
          {address}
        </a>
      </>,
    ],
    ...(account === null ? [] : [[factTexts.account, account] as const]),
    ...(connection.timeZone === null ? [] : [[factTexts.zone, connection.timeZone] as const]),
    [factTexts.permissions, form.permissionModes[permissions].name],
    [factTexts.until, syncedAt === null ? factTexts.noData : untilText(connection, time)],
    ...unread.issues.map(issue => [factTexts.unread, factTexts.unreadIssue(issue, time)] as const),
    ...(unread.count > unread.issues.length
      ? [[factTexts.unread, factTexts.moreUnread(unread.count - unread.issues.length)] as const]
      : []),
    ...(lastRound?.ended
      ? [[factTexts.lastSync, `${time(lastRound.ended)}: ${factTexts.counts(lastRound)}`] as const]
      : []),
    ...(running === null
      ? [[factTexts.nextSync, nextRound === null ? factTexts.noSync : time(nextRound)] as const]
      : []),
    ...(since === null ? [] : [[factTexts.since, factTexts.sinceText(time(since))] as const]),
    [factTexts.token, factTexts.tokenFrom[connection.tokenFrom]],
    ...connection.problems.map(problem => [factTexts.problems, problem] as const),
  ]
  return (
    <section className="connection-section stack" aria-labelledby="connection-facts">
      <h2 id="connection-facts">{factTexts.title}</h2>
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
