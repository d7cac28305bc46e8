import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import type { AnsweredReport } from '../state/use-report.ts'
import { words } from '../texts/en.ts'
import { factsOf, momentOf } from './facts-of.ts'
import { headingOf } from './heading-of.ts'
import { Icon } from './icon.tsx'
import { RepairedIssues } from './repaired-issues.tsx'
import './report-heading.css'

const { heading } = words.frame

/** What the report is, in a sentence, and what it was made from. */
export function ReportHeading({ answered }: { readonly answered: AnsweredReport }) {
  const catalogue = useCatalogue()
  const { report } = answered
  return (
    <div className="frame-heading">
      <h1>{headingOf(report, catalogue.reportTypes)}</h1>
      <div className="frame-facts">
        {factsOf(answered, catalogue).map(fact => (
          <span key={fact}>{fact}</span>
        ))}
        <span>
          {heading.asOf(momentOf(answered))}
          <Pin at={answered.at} />
        </span>
      </div>
      <div className="frame-notes">
        <RepairedIssues answered={answered} />
        <details>
          <summary>{heading.query}</summary>
          <code>{report.query}</code>
        </details>
        {report.warnings && report.warnings.length > 0 && (
          <details className="frame-warnings">
            <summary>{heading.warnings(report.warnings.length)}</summary>
            <ul>
              {report.warnings.map(warning => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}

/** Keeps the report at its moment, so that whoever opens the address sees the same numbers. */
function Pin({ at }: { readonly at: number | null }) {
  const { choices, change } = useChoices()
  const isPinned = choices.asOf !== undefined
  if (!isPinned && at === null) return null
  const label = isPinned ? heading.unpin : heading.pin
  return (
    <button
      type="button"
      className="button quiet frame-pin"
      aria-pressed={isPinned}
      aria-label={heading.pin}
      title={label}
      onClick={() =>
        change({ asOf: isPinned || at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z') })
      }
    >
      <Icon name="pin" />
    </button>
  )
}
