import type { Dashboard } from '../api/flow.ts'
import { Button } from '../shell/button.tsx'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'

const { empty } = teamTexts

/** Says why the screen has few numbers, the cause first, with a way on. */
export function EmptyNotes({ data }: { readonly data: Dashboard }) {
  const { change } = useChoices()
  const { lastChange } = data.data
  const { finished } = data.trend
  if (data.issues.measured === 0) return <p className="shell-notice">{empty.noIssues}</p>
  if (finished > 0) return null
  const endsEarlier = lastChange !== null && Date.parse(lastChange) < Date.parse(data.from)
  return (
    <section className="shell-notice stack">
      <p>
        {empty.noFinished} {endsEarlier && empty.lastUpdate(formatDateTime(Date.parse(lastChange), data.timeZone))}
      </p>
      {endsEarlier && (
        <div>
          <Button look="primary" onClick={() => change({ asOf: lastChange })}>
            {empty.asOfThen}
          </Button>
        </div>
      )}
    </section>
  )
}
