import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { Repairs } from '../../reports/report/explain/explanation.ts'
import { getJson } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import { isAllHours } from '../builder/has-effect.ts'
import { rangeTexts } from '../builder/range-texts.ts'
import { groupOf, rowIndex } from '../drilldown/drilldown-parameters.ts'
import { formatOpened, parseOpened } from '../drilldown/opened.ts'
import { headingText } from '../shell/heading-text.ts'
import { pageFacts, reportFacts, reportTime } from '../shell/report-facts.ts'
import { ViewTools } from '../shell/view-tools.tsx'
import { applyChange, toQueryString } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useReport } from '../state/use-report.ts'
import { useStable } from '../state/use-stable.ts'
import { useWidth } from '../state/use-width.ts'
import { compareTexts } from '../texts/compare.ts'
import { texts } from '../texts/en.ts'
import { formatNumber, localizeNumbers } from '../texts/format.ts'
import { reportName } from '../texts/report-name.ts'
import { shortList, shortName } from '../texts/short-list.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { dayLengthOf, durationValue } from './duration-value.ts'
import { expectedTotals } from './expected-totals.ts'
import { doneColumns, finishedColumns } from './finished-columns.ts'
import { Grid } from './grid.tsx'
import { moveBefore } from './move-before.ts'
import { openedPart } from './opened-row.ts'
import { Pager } from './pager.tsx'
import type { Grouped } from './row-lines.ts'
import { greatestOf } from './shading.ts'
import { type ShownRow, type TableColumn, valueKindOf } from './table-model.ts'
import { CollapseButton, ShadingChoice } from './table-tools.tsx'
import { changeOfView, isCollapsed, type TableView, tableViewIn, toggled } from './table-view.ts'
import { useComparison } from './use-comparison.ts'
import { useTable } from './use-table.ts'
import { useTableData } from './use-table-data.ts'
import './table.css'

/** Shows a report as a table. */
export function ReportTable({ report, isStale }: { readonly report: Report; readonly isStale: boolean }) {
  const { choices, change } = useChoices()
  const catalogue = useCatalogue()
  const { reportTypes } = catalogue
  const container = useRef<HTMLDivElement>(null)
  const view = useMemo(() => tableViewIn(choices), [choices])
  // Display options should not add history entries.
  const changeView = useCallback(
    (next: Partial<TableView>) => change(changeOfView(next, choices), { addsHistoryEntry: false }),
    [change, choices],
  )
  const isWorkingTime = !isAllHours(choices.calendar) && /^businessdays$/i.test(choices.dayLength ?? '')
  const writeSum = useMemo(() => sumWriter(report, isWorkingTime), [report, isWorkingTime])
  const { loaded } = useReport(choices, false)
  const compared = useComparison(isStale ? undefined : loaded)
  const { model, ranked, foot, subtotals, changes } = useTableData(report, isStale, compared, writeSum)
  const expected = useMemo(
    () => (writeSum ? expectedTotals(report, writeSum, dayLengthOf(report, isWorkingTime)) : NOTHING),
    [report, writeSum, isWorkingTime],
  )
  const table = useTable(model, ranked, foot, expected, changes, useWidth(container), view, changeView)
  const groups = model.keys.filter(({ kind }) => kind === 'group')
  const column = report.isAggregationType && groups.length > 1 ? groups[0]!.id : null
  const grouped = useMemo(
    (): Grouped | null =>
      column === null ? null : { column, subtotals, isCollapsed: name => isCollapsed(view.collapsed, name) },
    [column, subtotals, view.collapsed],
  )
  const movable = table
    .getAllLeafColumns()
    .map(({ columnDef }) => columnDef.meta as TableColumn)
    .filter(({ kind }) => kind === 'value' || kind === 'field')
  const hidden = movable
    .filter(({ id }) => view.hidden.includes(id))
    .map(({ above, name }) => shortName([above, name].filter(Boolean).join(' · ')))
  const facts = loaded
    ? [
        ...reportFacts(loaded, catalogue),
        ...pageFacts(report),
        texts.shell.heading.asOf(reportTime(loaded)),
        ...(compared ? [compareTexts.with(rangeTexts(compared.choices).join(', '))] : []),
        ...(hidden.length > 0 ? [texts.shell.heading.without(shortList(hidden))] : []),
      ]
    : []
  const type = reportTypes.find(({ label }) => label === report.columnsBy)
  const isOfDates = type?.kind === 'date'
  // A date is not a quantity: a later one is not more.
  const shading = isOfDates ? 'none' : view.shading
  const finished = useMemo(() => finishedColumns(report, catalogue), [report, catalogue])
  const done = useMemo(() => doneColumns(report, catalogue), [report, catalogue])
  const greatest = useMemo(() => greatestOf(model, shading, finished), [model, shading, finished])
  const parameters = loaded?.parameters ?? choices
  const opened = useMemo(
    () => openedPart(parseOpened(choices['view.open']), group => rowIndex(parameters, report, group)),
    [choices, parameters, report],
  )
  const openGroup = (index: number) =>
    change({ 'view.open': formatOpened({ kind: 'row', group: groupOf(parameters, report.table.body.rows[index]!) }) })
  const addressOf = useCallback(
    (issueKey: string) => `?${toQueryString(applyChange(choices, { 'view.open': `issue:${issueKey}` }))}`,
    [choices],
  )
  const actions = useStable({
    toggle: (name: string) => changeView({ collapsed: toggled(view.collapsed, name) }),
    move: (id: string, before: string) =>
      changeView({
        order: moveBefore(
          movable.map(one => one.id),
          id,
          before,
        ),
      }),
    openRow: ({ issueKey, index }: ShownRow) =>
      issueKey === null ? openGroup(index) : change({ 'view.open': formatOpened({ kind: 'issue', issueKey }) }),
    openCell: ({ issueKey, index }: ShownRow, { id }: TableColumn) =>
      issueKey === null
        ? openGroup(index)
        : change({ 'view.open': formatOpened({ kind: 'cell', issueKey, column: id, group: null }) }),
  })
  return (
    <div className={`table-frame stack grow${isStale ? ' table-stale' : ''}`} ref={container}>
      <ViewTools>
        <div className="table-tools row">
          {!isOfDates && (
            <ShadingChoice
              shading={shading}
              leavesOut={finished.size > 0}
              choose={shading => changeView({ shading })}
            />
          )}
          {grouped && <CollapseButton collapsed={view.collapsed} change={changeView} />}
          <ColumnsMenu columns={movable} view={view} change={changeView} />
        </div>
      </ViewTools>
      <Grid
        label={texts.table.label(reportName(report.columnsBy, reportTypes))}
        title={loaded ? headingText(loaded, catalogue) : ''}
        facts={facts}
        table={table}
        grouped={grouped}
        shading={shading}
        greatest={greatest}
        done={done}
        foot={foot}
        changes={changes}
        repaired={useRepairs(report, model.rows)}
        opened={opened}
        writeSum={writeSum}
        addressOf={addressOf}
        {...actions}
      />
      {!report.isAggregationType && <Pager report={report} />}
    </div>
  )
}

const NOTHING: ReadonlyMap<string, string> = new Map()

function sumWriter(report: Report, isWorkingTime: boolean): ((sum: number) => string) | null {
  const kind = valueKindOf(report)
  if (kind === 'date') return null
  if (kind === 'count') return sum => formatNumber(Math.round(sum * 10) / 10)
  const day = dayLengthOf(report, isWorkingTime)
  return sum => localizeNumbers(durationValue(sum, report.viewFormat, day))
}

/** Loads the repairs of the visible issues, by key. */
function useRepairs(report: Report, rows: readonly ShownRow[]): ReadonlyMap<string, readonly string[]> {
  const keys = rows.flatMap(({ issueKey }) => issueKey ?? []).join(',')
  const { data } = useQuery({
    queryKey: ['repairs', keys],
    enabled: keys !== '' && report.repairedIssueCount > 0,
    queryFn: ({ signal }) => getJson<Repairs>(`/api/repairs?issueKeys=${encodeURIComponent(keys)}`, signal),
  })
  return useMemo(() => new Map(Object.entries(data ?? {})), [data])
}
