import { useChoices } from '../state/use-choices.ts'
import type { AnsweredReport } from '../state/use-report.ts'
import { words } from '../texts/en.ts'
import { issueCountOf } from './facts-of.ts'
import { type Emptiness, remedies } from './why-empty.ts'

const { empty } = words.frame

/** Says why a report is empty, and offers what may help. */
export function EmptyReport({
  answered,
  emptiness,
}: {
  readonly answered: AnsweredReport
  readonly emptiness: Emptiness
}) {
  const { change } = useChoices()
  const issues = issueCountOf(answered.report)
  const texts: Readonly<Record<Emptiness, string>> = {
    noIssues: empty.noIssuesText,
    noPage: '',
    noRows: empty.noRowsText(issues),
    noValues: empty.noValuesText(issues),
  }
  return (
    <section className="frame-notice" aria-label={empty[emptiness]}>
      <h2>{empty[emptiness]}</h2>
      <p>{texts[emptiness]}</p>
      {emptiness === 'noIssues' && <code>{answered.report.query}</code>}
      <div className="frame-row">
        {remedies(emptiness, answered.parameters).map(remedy => (
          <button key={remedy.label} type="button" className="button" onClick={() => change(remedy.change)}>
            {remedy.label}
          </button>
        ))}
      </div>
    </section>
  )
}
