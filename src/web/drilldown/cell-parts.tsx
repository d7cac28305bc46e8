import type { Explanation } from '../../reports/report/explain/explanation.ts'
import { Name } from '../shell/name.tsx'
import { TrackerLink } from '../shell/tracker-link.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { localizePeriods } from '../texts/format.ts'
import { reportName } from '../texts/report-name.ts'
import { CellPart } from './cell-part.tsx'
import { countedText } from './duration-text.ts'
import { OpenLink } from './links.tsx'
import { addsUp, barsOf, elapsedOf, endOf } from './parts-of.ts'
import { QueryResult } from './query-result.tsx'
import { Repairs } from './repairs.tsx'
import { type CellReference, cellParameters, useExplanation } from './use-explanation.ts'
import type { ReportContext } from './use-report-context.ts'
import { valueText } from './value-text.ts'
import './cell-parts.css'

const { cell, zone } = texts.drilldown

/** Explains a cell: the rule, the parts and the result. */
export function CellParts(reference: CellReference) {
  const query = useExplanation(reference)
  return (
    <QueryResult query={query}>
      {explanation => (
        <Explained explanation={explanation} context={reference.context} end={endOf(cellParameters(reference))} />
      )}
    </QueryResult>
  )
}

interface ExplainedProps {
  readonly explanation: Explanation
  readonly context: ReportContext
  readonly end: number | null
}

function Explained({ explanation, context, end }: ExplainedProps) {
  const { issue, kind, rule, parts, calendar } = explanation
  const bars = barsOf(parts, end)
  const { reportTypes } = useCatalogue()
  const { viewFormat, dayLength, calendar: hours } = context.parameters
  const format = { kind, viewFormat, dayLength, calendar: hours }
  return (
    <>
      <p className="drilldown-summary breakable">
        <OpenLink to={{ kind: 'issue', issueKey: issue.key }}>{issue.key}</OpenLink>
        <TrackerLink issueKey={issue.key} /> <Name name={issue.summary} />
      </p>
      <p className="drilldown-rule soft">
        {reportName(explanation.report, reportTypes)}. {localizePeriods(rule)}{' '}
        {kind === 'duration' && cell.calendar(calendar)}
      </p>
      {parts.length === 0 ? (
        <p className="drilldown-none soft">{cell.none}</p>
      ) : (
        <ol className="drilldown-parts">
          {parts.map((part, index) => (
            <CellPart
              // Parts have no name of their own, and their order stays.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              part={part}
              kind={kind}
              bar={bars[index]!}
              elapsed={elapsedOf(part, end)}
              write={value => valueText(value, format)}
              timeZone={context.timeZone}
            />
          ))}
        </ol>
      )}
      {parts.length > 0 && <Sum explanation={explanation} write={value => valueText(value, format)} />}
      <Repairs issue={issue} />
      <p className="drilldown-links row spread soft">
        <OpenLink to={{ kind: 'issue', issueKey: issue.key }}>{cell.timeline}</OpenLink>
      </p>
      <p className="drilldown-note">{zone(context.timeZone)}</p>
    </>
  )
}

/** Shows the result: the sum of the parts, which is the cell. */
function Sum({ explanation, write }: { readonly explanation: Explanation; readonly write: (value: string) => string }) {
  const { kind, cell: result } = explanation
  const exact = kind === 'duration' && result.raw !== null ? countedText(Number(result.raw)) : null
  return (
    <p className="drilldown-sum line spread loose baseline numbers">
      <span>{addsUp(explanation) ? cell.sum : cell.result}</span>
      <span>
        {exact !== null && <span className="drilldown-exact hint">{exact}</span>}
        <strong>{result.raw === null ? cell.empty : write(result.value)}</strong>
      </span>
    </p>
  )
}
