import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { ConnectionStateTag } from '../shell/connection-state.tsx'
import { Problem } from '../shell/problem.tsx'
import { useConnections } from '../state/use-connections.ts'
import { connectionTexts } from '../texts/connections.ts'
import { texts } from '../texts/en.ts'
import { ConnectionActions } from './connection-actions.tsx'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionProjects } from './connection-projects.tsx'

const { connections: text } = texts.shell

/** A stored connection: its state, what it does, its projects, and what can be done with it. */
export function ConnectionPage({ name, notify }: { readonly name: string; readonly notify: (text: string) => void }) {
  const { data, error } = useConnections()
  if (error && !data) {
    return <Problem error={error} />
  }
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
