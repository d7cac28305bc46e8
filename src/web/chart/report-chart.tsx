import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useRef } from 'react'
import type { Distribution } from '../../reports/report/distribution.ts'
import { getJson } from '../api/client.ts'
import { emptyTokenOf, groupOf } from '../drilldown/drilldown-parameters.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { Button } from '../shell/button.tsx'
import { headingText, reportTitle } from '../shell/heading-text.ts'
import { pageFacts, reportFacts, reportTime } from '../shell/report-facts.ts'
import { ViewTools } from '../shell/view-tools.tsx'
import { parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { useTheme } from '../state/use-theme.ts'
import { useWidth } from '../state/use-width.ts'
import { doneColumns, finishedColumns } from '../table/finished-columns.ts'
import { rankedModel } from '../table/ranked-model.ts'
import { type TableModel, valueKindOf } from '../table/table-model.ts'
import { texts } from '../texts/en.ts'
import { reportName } from '../texts/report-name.ts'
import { shortList, shortName } from '../texts/short-list.ts'
import { type AdditionProblem, additionProblem, addsUpRows } from './addition.ts'
import { Canvas } from './canvas.tsx'
import { type ChartModel, chartModel, largestRowsFirst } from './chart-model.ts'
import { BOX_PERCENTILES, chartOption } from './chart-option.ts'
import { readChartTheme, readLightTheme } from './chart-theme.ts'
import { ChartTools } from './chart-tools.tsx'
import { type ChartKind, type ChartView, changeOfChart, chartViewIn, suitingKind } from './chart-view.ts'
import { type ChosenSeries, chooseSeries, OTHER } from './chosen-series.ts'
import type { Drawing } from './drawing.ts'
import { endLabels } from './end-labels.ts'
import { Legend } from './legend.tsx'
import { savedChart } from './saved-chart.ts'
import { scaleOf } from './scale.ts'
import './chart.css'

const { chart } = texts

/** Shows a report as a chart, and saves the chart as an image. */
export function ReportChart({ loaded }: { readonly loaded: LoadedReport }) {
  const isOfDates = valueKindOf(loaded.report) === 'date'
  return isOfDates ? <p className="chart-none soft">{chart.noDates}</p> : <ValueChart loaded={loaded} />
}

function ValueChart({ loaded }: { readonly loaded: LoadedReport }) {
  const { report } = loaded
  const { change } = useChoices()
  const catalogue = useCatalogue()
  const isDark = useTheme() === 'dark'
  const { model, view, problem, chosen } = useChart(loaded)
  const distribution = useDistribution(view.kind === 'box')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colors of the page
  const theme = useMemo(readChartTheme, [isDark])
  const scale = useMemo(() => scaleOf(model, report), [model, report])
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const { shown } = chosen
  const drawing = { model, shown, view, scale, theme, distribution }
  const changeView = (next: Partial<ChartView>) => change(changeOfChart(next), { addsHistoryEntry: false })
  const leftOut = leftOutOf(model, chosen)
  const finished = chosen.finished.length > 0 ? [chart.without(chosen.finished.map(({ series }) => series.name))] : []
  const hasEndLabels = endLabels({ ...drawing, frame: null, width: width - BODY_PADDING }) !== null
  const image = () => {
    const row = view.kind === 'pie' && model.categories.length > 1 ? [model.categories[view.row]!] : []
    const limits = [...pageFacts(report), ...row, ...hiddenParts(model, chosen, view)]
    const imageTexts = {
      title: headingText(loaded, catalogue),
      facts: [
        ...reportFacts(loaded, catalogue),
        ...limits,
        texts.shell.heading.asOf(reportTime(loaded)),
        ...finished,
        ...leftOut,
      ].join(' · '),
      name: [reportTitle(loaded, catalogue), ...limits, ...finished].join(', '),
    }
    return savedChart({ ...drawing, theme: readLightTheme() }, imageTexts, heightOf(model, chosen, view))
  }
  const open = (category: number, series: string | null) => {
    if (report.isAggregationType) {
      const group = groupOf(loaded.parameters, report.table.body.rows[model.rowIndexes[category]!]!)
      change({ 'view.open': formatOpened({ kind: 'row', group }) })
    } else if (series !== null && series !== OTHER) {
      const cell = { issueKey: model.categories[category]!, column: series, group: null }
      change({ 'view.open': formatOpened({ kind: 'cell', ...cell }) })
    }
  }
  const isRefused = problem !== null && addsUpRows(view.kind)
  return (
    <div className="chart-frame stack" ref={frame}>
      <ViewTools>
        <ChartTools model={model} view={view} change={changeView} image={isRefused ? null : image} />
      </ViewTools>
      {isRefused ? (
        <Refusal problem={problem} kind={view.kind} choose={kind => changeView({ kind })} />
      ) : (
        <>
          {view.kind === 'box' && <p className="hint">{chart.boxHint}</p>}
          {view.kind === 'pie' && model.categories.length > 1 && (
            <p className="hint">{chart.pieHint(model.categories[view.row]!)}</p>
          )}
          {[...finished.map(chart.finished), [...leftOut, ...(isCut(chosen) ? [chart.others] : [])].join(' ')]
            .filter(Boolean)
            .map(text => (
              <p key={text} className="hint">
                {text}
              </p>
            ))}
          <div className={`chart-body card${hasEndLabels ? ' chart-labelled' : ''}`}>
            <Plot
              drawing={drawing}
              height={heightOf(model, chosen, view)}
              label={chart.label(
                chart.kinds[view.kind],
                reportName(report.columnsBy, catalogue.reportTypes),
                model.categories.length,
                shown.length,
              )}
              onClick={({ category, series }) => view.kind !== 'box' && open(category, series)}
            />
            <Legend
              chosen={chosen}
              view={view}
              isDark={isDark}
              hasColors={view.kind !== 'heat'}
              isFolded={hasEndLabels}
              change={next => changeView(next)}
            />
          </div>
        </>
      )}
    </div>
  )
}

/** The padding and the borders of the body. Pixels. */
const BODY_PADDING = 34

/** Draws the chart, whose labels depend on its width. */
function Plot({
  drawing,
  ...canvas
}: { readonly drawing: Omit<Drawing, 'frame' | 'width'> } & Omit<ComponentProps<typeof Canvas>, 'option'>) {
  const plot = useRef<HTMLDivElement>(null)
  const width = useWidth(plot)
  const { model, shown, view, scale, theme, distribution } = drawing
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all inputs of the chart
  const option = useMemo(
    () => chartOption({ ...drawing, frame: null, width }),
    [model, shown, view.kind, view.row, scale, theme, distribution, width],
  )
  return (
    <div ref={plot} className="chart-plot">
      <Canvas {...canvas} option={option} />
    </div>
  )
}

/** Returns the data of the chart, how it is shown, and why its columns do not add up. */
function useChart(loaded: LoadedReport): {
  readonly model: ChartModel
  readonly view: ChartView
  readonly problem: AdditionProblem | null
  readonly chosen: ChosenSeries
} {
  const { report, parameters } = loaded
  const { choices } = useChoices()
  const catalogue = useCatalogue()
  const chosenView = useMemo(() => chartViewIn(choices), [choices])
  const { withoutOpen, hidden, added } = chosenView
  // A pie and a box plot have no axis of rows.
  const hasAxis = chosenView.kind !== 'pie' && chosenView.kind !== 'box'
  const emptyToken = emptyTokenOf(parameters.emptyValueToken)
  const isSorted = !report.isAggregationType || choices.sortBy !== undefined
  // The issues of a list have no order that means something, unless the user chose one.
  const isByValue = !report.isAggregationType && choices.orderBy === undefined
  const model = useMemo(() => {
    const arranged = (rows: TableModel) => {
      const ranked = rankedModel(rows, catalogue, isSorted).model
      return isByValue ? largestRowsFirst(ranked, finishedColumns(report, catalogue)) : ranked
    }
    return chartModel(report, { all: chart.all, withoutOpen, hasAxis, emptyToken, arranged })
  }, [report, withoutOpen, hasAxis, emptyToken, catalogue, isSorted, isByValue])
  const problem = additionProblem(loaded, catalogue)
  const kind = chosenView.kind ?? suitingKind(model, problem === null)
  // The address has the row of the report.
  const chosenRow = model.rowIndexes.indexOf(chosenView.row)
  const row = chosenRow === -1 ? Math.max(0, model.categories.length - 1) : chosenRow
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are in the choices
  const chosen = useMemo(() => {
    const [finished, done] = [finishedColumns(report, catalogue), doneColumns(report, catalogue)]
    return chooseSeries(model, report, { kind, hidden, added, finished, done }, problem === null, chart.legend.other)
  }, [model, report, kind, choices['view.chart.hidden'], choices['view.chart.added'], problem, catalogue])
  return { model, view: { ...chosenView, kind, row }, problem, chosen }
}

interface RefusalProps {
  readonly problem: AdditionProblem
  readonly kind: ChartKind
  readonly choose: (kind: ChartKind) => void
}

/** Says why a chart would be wrong, and offers others. */
function Refusal({ problem, kind, choose }: RefusalProps) {
  return (
    <section className="chart-refused card stack loose" role="status">
      <p>{chart.refused(chart.kinds[kind], chart.problems[problem])}</p>
      <p>
        {(['heat', 'bars'] as const).map(other => (
          <Button key={other} onClick={() => choose(other)}>
            {chart.kinds[other]}
          </Button>
        ))}
      </p>
    </section>
  )
}

/** Returns what the chart does not show, in sentences. */
function leftOutOf({ undatedIssues, series }: ChartModel, { finished, rest, hasOther }: ChosenSeries): string[] {
  const shown = series.length - rest.length - finished.length
  return [
    ...(undatedIssues > 0 ? [chart.undated(undatedIssues)] : []),
    ...(isCut({ rest, hasOther }) ? [chart.notShown(shown, series.length - finished.length)] : []),
  ]
}

/** Returns whether some series are in the legend only. */
function isCut({ rest, hasOther }: Pick<ChosenSeries, 'rest' | 'hasOther'>): boolean {
  return rest.length > 0 && !hasOther
}

/** Returns what the reader has hidden in the chart, as parts of a sentence. */
function hiddenParts(model: ChartModel, { listed, rest, hasOther }: ChosenSeries, view: ChartView): string[] {
  const isHidden = (id: string) => view.hidden.includes(id)
  const names = [
    ...listed.flatMap(({ series: { id, name } }) => (isHidden(id) ? [shortName(name)] : [])),
    ...(hasOther && isHidden(OTHER) ? [chart.legend.other(rest.length)] : []),
  ]
  const leavesOutOpen = view.withoutOpen && model.hasOpen && view.kind !== 'box'
  return [
    ...(leavesOutOpen ? [chart.currentLeftOut] : []),
    ...(names.length > 0 ? [texts.shell.heading.without(shortList(names))] : []),
  ]
}

/** Returns the height of a chart. Horizontal bars need space for each bar; `null` fills the screen. Pixels. */
function heightOf({ categories }: ChartModel, { shown }: ChosenSeries, { kind }: ChartView): number | null {
  const lines = kind === 'box' ? shown.length : Math.min(categories.length, 30)
  const each = kind === 'bars' ? Math.min(120, 12 + shown.length * 9) : kind === 'heat' ? 30 : 40
  const isHorizontal = kind === 'bars' || kind === 'stackedBars' || kind === 'box' || kind === 'heat'
  return isHorizontal ? Math.min(1400, Math.max(320, 120 + lines * each)) : null
}

/** Loads the distribution of values for a box plot. */
function useDistribution(isWanted: boolean): Distribution | null {
  const { choices } = useChoices()
  const {
    aggregationType,
    groupByFields,
    sortBy,
    sortDir,
    filters,
    viewFormat,
    fields,
    pageSize,
    startIssueIndex,
    ...others
  } = parametersOf(choices)
  const query = new URLSearchParams({ ...others, percentiles: BOX_PERCENTILES.join(',') }).toString()
  const { data } = useQuery({
    queryKey: ['distribution', query],
    enabled: isWanted,
    queryFn: ({ signal }) => getJson<Distribution>(`/api/distribution?${query}`, signal),
  })
  return data ?? null
}
