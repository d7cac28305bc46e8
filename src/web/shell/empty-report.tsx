import { useChoices } from '../state/use-choices.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { type EmptyReason, remedies } from './empty-reason.ts'
import { issueCountOf } from './report-facts.ts'

const { empty } = texts.shell

/** Explains why a report is empty, and offers remedies. */
export function EmptyReport({ loaded, reason }: { readonly loaded: LoadedReport; readonly reason: EmptyReason }) {
  const { change } = useChoices()
  const issues = issueCountOf(loaded.report)
  const texts: Readonly<Record<EmptyReason, string>> = {
    noIssues: empty.noIssuesText,
    noPage: '',
    noRows: empty.noRowsText(issues),
    noValues: empty.noValuesText(issues),
  }
  return (
    <section className="shell-notice stack" aria-label={empty[reason]}>
      <h2>{empty[reason]}</h2>
      <p>{texts[reason]}</p>
      {reason === 'noIssues' && <code>{loaded.report.query}</code>}
      <div className="row">
        {remedies(reason, loaded.parameters).map(remedy => (
          <Button key={remedy.label} onClick={() => change(remedy.change)}>
            {remedy.label}
          </Button>
        ))}
      </div>
    </section>
  )
}
