import type { PageConnection } from '../../page/page-types.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useSync } from '../state/use-sync.ts'
import { texts } from '../texts/en.ts'
import { formatTimeOfDay } from '../texts/format.ts'
import './connections-section.css'

const { connections: text, sync } = texts.shell

/** The connections with their states, on the start page of administrators; nothing without one. */
export function ConnectionsSection() {
  const { data } = useSync()
  if (!data || data.connections.length === 0) return null
  return (
    <section className="shell-connections" aria-labelledby="connections">
      <h2 id="connections">{text.title}</h2>
      <ul>
        {data.connections.map(connection => (
          <ConnectionItem key={connection.name} connection={connection} />
        ))}
      </ul>
    </section>
  )
}

function ConnectionItem({
  connection: { name, address, state, reason, next, syncedAt },
}: {
  readonly connection: PageConnection
}) {
  const { timeZone } = useCatalogue()
  const until = syncedAt === null ? sync.none : sync.until(formatTimeOfDay(Date.parse(syncedAt), Date.now(), timeZone))
  return (
    <li>
      <p className="shell-connection-head">
        <strong>{name}</strong>
        <span className={`shell-connection-state shell-connection-${state}`}>{text.states[state]}</span>
      </p>
      <p className="hint">{address}</p>
      <p className="hint">{until}</p>
      {reason !== null && <p>{reason}</p>}
      {state !== 'live' && <p>{next}</p>}
    </li>
  )
}
