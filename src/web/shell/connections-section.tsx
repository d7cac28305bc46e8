import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { pageChoice } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useConnections } from '../state/use-connections.ts'
import { texts } from '../texts/en.ts'
import { formatTimeOfDay } from '../texts/format.ts'
import { ChoiceLink } from './choice-link.tsx'
import { ConnectionStateTag, ReadProgress } from './connection-state.tsx'
import './connections-section.css'

const { connections: text, sync } = texts.shell

/**
 * The connections with their states, on the start page of administrators. They are urgent, so before the projects, while one is not
 * live. The first steps are about the first one.
 */
export function ConnectionsSection({ isUrgent }: { readonly isUrgent: boolean }) {
  const { data = [], isPending } = useConnections()
  const catalogue = useCatalogue()
  const { isDemo, isConnected, projects } = catalogue
  if (!mayAdminister(catalogue) || (!isConnected && (isDemo || projects.length === 0))) return null
  // Before the connections are known, their place is not.
  if ((isConnected && isPending) || data.some(({ state }) => state !== 'live') !== isUrgent) return null
  return (
    <section className="shell-section" aria-labelledby="connections">
      <div className="shell-connections-head row spread baseline">
        <h2 id="connections">{text.title}</h2>
        <ChoiceLink choices={pageChoice({ name: 'connection', connection: null })}>{text.add}</ChoiceLink>
      </div>
      {!isConnected && <p className="hint">{text.none}</p>}
      <ul className="cards">
        {data.map(connection => (
          <ConnectionItem key={connection.name} connection={connection} />
        ))}
      </ul>
    </section>
  )
}

function ConnectionItem({ connection }: { readonly connection: ManagedConnection }) {
  const { name, address, state, approval, reason, syncedAt, running, lastRound, projects, unread } = connection
  const { timeZone } = useCatalogue()
  const timeOf = (instant: string) => formatTimeOfDay(Date.parse(instant), Date.now(), timeZone)
  const isReading = projects.some(({ due }) => due > 0)
  return (
    <li className="card shell-box breakable">
      <p className="shell-connections-head row spread baseline">
        <ChoiceLink choices={pageChoice({ name: 'connection', connection: name })}>{name}</ChoiceLink>
        <ConnectionStateTag state={state} failed={unread.count} />
      </p>
      <p className="hint">{address}</p>
      <p className="hint">
        {[syncedAt === null ? sync.none : sync.until(timeOf(syncedAt)), unread.count > 0 && sync.older(unread.count)]
          .filter(Boolean)
          .join(', ')}
      </p>
      {running ? (
        <p className="hint">{text.running(running.phase)}</p>
      ) : (
        lastRound?.ended && <p className="hint">{text.lastSync(timeOf(lastRound.ended))}</p>
      )}
      {isReading && <ReadProgress label={text.progress(name)} counts={projects} />}
      {unread.count > 0 && <p>{text.failed(unread.count)}</p>}
      {reason !== null && <p>{reason}</p>}
      {state !== 'live' && <p>{state === 'needs-approval' ? text.approvals[approval ?? 'loss'] : text.next[state]}</p>}
    </li>
  )
}
