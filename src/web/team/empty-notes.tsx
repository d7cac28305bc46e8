import type { Dashboard } from '../api/flow.ts'
import { Button } from '../shell/button.tsx'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { backToAsked, hasEnded, lastWeeks } from './last-weeks.ts'
import { causeOf } from './missing.ts'
import { MissingNote } from './missing-note.tsx'

const { missing: text } = teamChoiceTexts

/** Says why the screen has few numbers or shows an earlier time, the cause first, with a way on. */
export function EmptyNotes({ data }: { readonly data: Dashboard }) {
  const { choices, change } = useChoices()
  const at = (time: string) => formatDateTime(Date.parse(time), data.timeZone)
  const cause = causeOf(data, 'finished')
  const asked = backToAsked(choices)
  if (cause === null) {
    if (asked === null) return null
    return (
      <section className="shell-notice stack">
        <p>{text.wentBack(at(data.asOf))}</p>
        <div>
          <Button onClick={() => change(asked)}>{text.back}</Button>
        </div>
      </section>
    )
  }
  const { lastChange } = data.data
  const earlier = lastWeeks(choices, data)
  return (
    <section className="shell-notice stack">
      {cause === 'noFinished' && earlier && hasEnded(data) && lastChange ? (
        <>
          <p>
            {text.noFinished} {text.lastUpdate(at(lastChange))}
          </p>
          <div>
            <Button look="primary" onClick={() => change(earlier)}>
              {text.asOfThen}
            </Button>
          </div>
        </>
      ) : (
        <MissingNote data={data} cause={cause} />
      )}
    </section>
  )
}
