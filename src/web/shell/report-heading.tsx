import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { warningText } from '../builder/setting-errors.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { headingText } from './heading-text.ts'
import { Icon } from './icon.tsx'
import { RepairedIssues } from './repaired-issues.tsx'
import { reportFacts, reportTime } from './report-facts.ts'
import './report-heading.css'

const { heading, help } = texts.shell

/** Shows the heading of the report and the facts about it. */
export function ReportHeading({ loaded }: { readonly loaded: LoadedReport }) {
  const catalogue = useCatalogue()
  const { report } = loaded
  const type = catalogue.reportTypes.find(({ label }) => label === report.columnsBy)
  return (
    <div className="shell-heading row baseline">
      <h1 className="breakable">{headingText(loaded, catalogue)}</h1>
      <div className="shell-facts row joined hint breakable">
        {reportFacts(loaded, catalogue).map(fact => (
          <span key={fact}>{fact}</span>
        ))}
        <span>
          {heading.asOf(reportTime(loaded))}
          <Pin at={loaded.answeredAt} />
        </span>
      </div>
      <div className="shell-notes hint">
        {type && <ReportHelp type={type} />}
        <RepairedIssues loaded={loaded} />
        <details>
          <summary>{heading.query}</summary>
          <code className="inset">{report.query}</code>
        </details>
        {report.warnings && report.warnings.length > 0 && (
          <details className="shell-warnings">
            <summary>{heading.warnings(report.warnings.length)}</summary>
            <ul className="bullets">
              {report.warnings.map(warning => (
                <li key={warning}>{warningText(warning)}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}

/** Fixes the date of the report, so that everyone with the URL gets the same numbers. */
function Pin({ at }: { readonly at: number | null }) {
  const { choices, change } = useChoices()
  const isPinned = choices.asOf !== undefined
  if (!isPinned && at === null) return null
  const label = isPinned ? heading.unpin : heading.pin
  return (
    <button
      type="button"
      className="button quiet shell-pin"
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

/** Says what a report means, with a link to its definition. */
function ReportHelp({ type }: { readonly type: PageCatalogue['reportTypes'][number] }) {
  return (
    <details className="shell-help">
      <summary>{help.title}</summary>
      <p>
        {type.page.question} {help.cell(type.page.cell)} {help.empty}{' '}
        <a href={`/docs#${type.name}`} target="_blank" rel="noreferrer">
          {help.definition}
        </a>
      </p>
    </details>
  )
}
