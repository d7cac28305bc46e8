import type { ConnectionState, ManagedConnection } from '../../reports/page/page-types.ts'
import { texts } from '../texts/en.ts'
import { formatNumber } from '../texts/format.ts'
import './connection-state.css'

const { connections: text } = texts.shell

/** The state of a connection in words, with the number of issues that could not be read. */
export function ConnectionStateTag({ state, failed }: { readonly state: ConnectionState; readonly failed: number }) {
  // Without the class of its state, it has the color of a warning.
  const own = failed === 0 ? ` shell-connection-${state}` : ''
  return <span className={`shell-connection-state${own}`}>{text.stateText(state, failed)}</span>
}

interface ReadProgressProps {
  readonly label: string
  readonly counts: readonly Pick<ManagedConnection['projects'][number], 'stored' | 'due' | 'failed'>[]
}

/** How much of the issues of a connection or a project is stored, while some are still to be read. */
export function ReadProgress({ label, counts }: ReadProgressProps) {
  const stored = counts.reduce((sum, one) => sum + one.stored, 0)
  const all = counts.reduce((sum, one) => sum + one.stored + one.due + one.failed, 0)
  if (all === 0) return null
  return (
    <p className="shell-read-progress row">
      <progress value={stored} max={all} aria-label={label} />
      <span className="hint">{text.stored(formatNumber(stored), formatNumber(all))}</span>
    </p>
  )
}
