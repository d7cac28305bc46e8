import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchReport } from '../api/client.ts'
import type { ListReport, Report } from '../api/report.ts'
import { hasPeriods } from '../builder/group-by.ts'
import { TrackerLink } from '../shell/tracker-link.tsx'
import { applyChange, type Choices, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { tableModel } from '../table/table-model.ts'
import { texts } from '../texts/en.ts'
import { ColumnName, columnLabel } from './column-name.tsx'
import { aggregationRow, largestFirst, MAX_ISSUES, pinToAnswer, rowListChoices } from './drilldown-parameters.ts'
import { OpenLink, ReportLink } from './links.tsx'
import type { GroupText } from './opened.ts'
import { Loading, QueryResult } from './query-result.tsx'
import { rowTitle } from './row-title.ts'
import type { ReportContext } from './use-report-context.ts'
import { unitText } from './value-text.ts'
import './row-issues.css'

const { row: text } = texts.drilldown

interface RowReference {
  readonly report: Report | undefined
  readonly context: ReportContext
  readonly group: GroupText
}

/** Shows the issues of a row of an aggregation. */
export function RowIssues({ report, context, group }: RowReference) {
  if (!report && context.isWaiting) return <Loading />
  const row = aggregationRow(context.parameters, report, group)
  if (row === null) return <p className="drilldown-none soft">{text.gone}</p>
  const list = applyChange(rowListChoices(context.parameters, row), largestFirst(report!))
  return <Issues list={list} context={context} label={text.label(rowTitle(report, context, group))} />
}

interface IssuesProps {
  readonly list: Choices
  readonly context: ReportContext
  readonly label: string
}

function Issues({ list, context, label }: IssuesProps) {
  const { paths, reportTypes } = useCatalogue()
  const page = { pageSize: String(MAX_ISSUES) }
  const parameters = applyChange(parametersOf(pinToAnswer(list, context.answeredAt)), page)
  const query = useQuery({
    queryKey: ['row-issues', parameters],
    queryFn: ({ signal }) => fetchReport<ListReport>(paths.list, parameters, signal),
    staleTime: 60_000,
  })
  const { viewFormat, dayLength, calendar } = parameters
  const kind = reportTypes.find(({ label }) => label === query.data?.columnsBy)?.kind
  const unit = kind && unitText({ kind, viewFormat, dayLength, calendar })
  return (
    <QueryResult query={query}>
      {({ total }) => (
        <>
          <p className="drilldown-links row spread soft">
            <span>{[text.shown(Math.min(total, MAX_ISSUES), total), unit].filter(Boolean).join(' · ')}</span>
            <ReportLink choices={list}>{text.open}</ReportLink>
          </p>
          {total === 0 ? (
            <p className="drilldown-none soft">{text.empty}</p>
          ) : (
            <IssueTable
              key={list.inGroup}
              group={hasPeriods(list) ? (list.inGroup ?? null) : null}
              report={query.data!}
              keepsDates={parameters.dateTimeFormat !== undefined}
              label={label}
            />
          )}
        </>
      )}
    </QueryResult>
  )
}

interface IssueTableProps {
  readonly report: ListReport
  /** The group whose period counts. */
  readonly group: GroupText | null
  readonly keepsDates: boolean
  readonly label: string
}

/** Shows issues with their values; omits columns without any value. */
function IssueTable({ report, group, keepsDates, label }: IssueTableProps) {
  const { values, rows } = useMemo(
    () => tableModel(report, { issues: '', keepsDates, fieldKind: () => 'text', emptyToken: null }),
    [report, keepsDates],
  )
  const columns = values.filter(
    ({ id, kind }) => kind === 'value' && rows.some(({ cells }) => (cells.get(id)?.raw ?? null) !== null),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs the keyboard
    <section className="drilldown-issues" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.issue}</th>
            {columns.map(({ id, name, above, hint }) => (
              <th key={id} scope="col" className="drilldown-number numbers" title={hint ?? undefined}>
                {above !== null && <span className="shell-faint">{above} </span>}
                <ColumnName name={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, issueKey, texts, cells }) => (
            <tr key={index}>
              <th scope="row">
                <OpenLink to={{ kind: 'issue', issueKey: issueKey! }}>{issueKey}</OpenLink>
                <TrackerLink issueKey={issueKey!} />
                <span className="clamped breakable hint" title={texts.get('issue.summary')}>
                  {texts.get('issue.summary')}
                </span>
              </th>
              {columns.map(({ id, name }) => {
                const cell = cells.get(id)
                const isEmpty = (cell?.raw ?? null) === null
                return (
                  <td key={id} className={`drilldown-number numbers${isEmpty ? ' drilldown-off' : ''}`}>
                    {isEmpty ? (
                      cell?.text
                    ) : (
                      <OpenLink
                        to={{ kind: 'cell', issueKey: issueKey!, column: id, group }}
                        label={`${issueKey} ${columnLabel(name)}: ${cell!.text}`}
                      >
                        {cell!.text}
                      </OpenLink>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
