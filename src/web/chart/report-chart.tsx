import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Distribution } from '../../reports/distribution.ts'
import { getJson } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import { headingText } from '../shell/heading-text.ts'
import { reportFacts, reportTime } from '../shell/report-facts.ts'
import { ViewTools } from '../shell/view-tools.tsx'
import { parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { useTheme } from '../state/use-theme.ts'
import { texts } from '../texts/en.ts'
import { reportName } from '../texts/report-name.ts'
import { Canvas } from './canvas.tsx'
import { type ChartModel, chartModel } from './chart-model.ts'
import { chartOption, type Drawing } from './chart-option.ts'
import { readChartTheme, readLightTheme } from './chart-theme.ts'
import { type ChartKind, type ChartView, changeOfChart, chartKinds, chartViewIn, suitingKind } from './chart-view.ts'
import { Legend } from './legend.tsx'
import { saveDrawing } from './save-drawing.ts'
import { savedChart } from './saved-chart.ts'
import { scaleOf } from './scale.ts'
import './chart.css'

/** Shows a report as a chart, and saves the chart as an image. */
export function ReportChart({ loaded }: { readonly loaded: LoadedReport }) {
  const { report } = loaded
  const { choices, change } = useChoices()
  const catalogue = useCatalogue()
  const { reportTypes } = catalogue
  const isDark = useTheme() === 'dark'
  const chosenView = useMemo(() => chartViewIn(choices), [choices])
  const model = useMemo(
    () => chartModel(report, texts.chart.all, chosenView.withoutOpen),
    [report, chosenView.withoutOpen],
  )
  const view: ChartView = {
    ...chosenView,
    kind: chosenView.kind ?? suitingKind(model),
    row: Math.min(chosenView.row, Math.max(0, model.categories.length - 1)),
  }
  const distribution = useDistribution(view.kind === 'box')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colors of the page
  const theme = useMemo(readChartTheme, [isDark])
  const scale = useMemo(() => scaleOf(model, report), [model, report])
  const shown = useMemo(
    () =>
      model.series
        .map((series, index) => ({ series, index }))
        .filter(({ series }) => !chosenView.hidden.includes(series.id)),
    [model, chosenView.hidden],
  )
  const drawing: Drawing = { model, shown, view, scale, theme, distribution, frame: null }
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all inputs of the chart
  const option = useMemo(
    () => chartOption(drawing),
    [model, shown, view.kind, view.row, view.withoutOpen, scale, theme, distribution],
  )
  if (model.kind === 'date') return <p className="chart-none">{texts.chart.noDates}</p>
  const changeView = (next: Partial<ChartView>) => change(changeOfChart(next), { addsHistoryEntry: false })
  const save = (format: 'png' | 'svg') => {
    const title = headingText(report, catalogue)
    const facts = [
      ...reportFacts(loaded, catalogue),
      ...pageOf(report),
      ...(view.kind === 'pie' && model.categories.length > 1 ? [model.categories[view.row]!] : []),
      texts.shell.heading.asOf(reportTime(loaded)),
    ].join(' · ')
    const saved = savedChart({ ...drawing, theme: readLightTheme() }, { title, facts }, heightOf(model, view))
    saveDrawing(saved, format, texts.chart.fileName)
  }
  const open = (category: number, series: string | null) => {
    const key = report.isAggregationType ? null : model.categories[category]
    const row = view.kind === 'pie' ? view.row : category
    if (report.isAggregationType) change({ 'view.open': `row:${row}` })
    else if (key && series) change({ 'view.open': `cell:${key}:${series}` })
  }
  return (
    <div className="chart-frame">
      <ViewTools>
        <Tools model={model} view={view} change={changeView} save={save} />
      </ViewTools>
      {view.kind === 'box' && <p className="hint">{texts.chart.boxHint}</p>}
      <div className="chart-body">
        <Canvas
          option={option}
          height={heightOf(model, view)}
          label={texts.chart.label(
            texts.chart.kinds[view.kind],
            reportName(report.columnsBy, reportTypes),
            model.categories.length,
            shown.length,
          )}
          onClick={({ category, series }) => view.kind !== 'box' && open(category, series)}
        />
        <Legend
          series={model.series}
          hidden={view.hidden}
          isDark={isDark}
          hasColors={view.kind !== 'heat'}
          change={hidden => changeView({ hidden })}
        />
      </div>
    </div>
  )
}

/** Returns which issues of a list the chart shows; nothing if it shows all. */
function pageOf(report: Report): string[] {
  if (report.isAggregationType || report.table.body.rows.length === report.total) return []
  return [texts.chart.page(report.startIssueIndex + 1, report.endIssueIndex + 1)]
}

function Tools({
  model,
  view,
  change,
  save,
}: {
  readonly model: ChartModel
  readonly view: ChartView
  readonly change: (view: Partial<ChartView>) => void
  readonly save: (format: 'png' | 'svg') => void
}) {
  const { chart } = texts
  const isKind = (text: string): text is ChartKind => chartKinds.some(kind => kind === text)
  return (
    <div className="chart-tools">
      <label>
        <span>{chart.kind}</span>
        <select
          className="select"
          value={view.kind}
          onChange={({ currentTarget: { value } }) => isKind(value) && change({ kind: value })}
        >
          {chartKinds.map(kind => (
            <option key={kind} value={kind}>
              {chart.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      {view.kind === 'pie' && model.categories.length > 1 && (
        <label>
          <span>{chart.row}</span>
          <select
            className="select"
            value={view.row}
            onChange={event => change({ row: Number(event.currentTarget.value) })}
          >
            {model.categories.map((category, row) => (
              <option key={category} value={row}>
                {category}
              </option>
            ))}
          </select>
        </label>
      )}
      {model.hasOpen && view.kind !== 'box' && (
        <label className="chart-check">
          <input
            type="checkbox"
            checked={view.withoutOpen}
            onChange={event => change({ withoutOpen: event.currentTarget.checked })}
          />
          <span>{chart.withoutOpen}</span>
        </label>
      )}
      <span className="chart-save">
        {(['png', 'svg'] as const).map(format => (
          <button
            key={format}
            type="button"
            className="button"
            aria-label={`${chart.saveAs} ${chart.formats[format]}`}
            onClick={() => save(format)}
          >
            <span>{chart.saveAs}</span> {chart.formats[format]}
          </button>
        ))}
      </span>
    </div>
  )
}

/** Returns the height of a chart. Horizontal bars need space for each bar; `null` fills the screen. Pixels. */
function heightOf({ categories, series }: ChartModel, { kind }: ChartView): number | null {
  const lines = kind === 'box' ? series.length : Math.min(categories.length, 30)
  const each = kind === 'bars' ? Math.min(120, 12 + series.length * 9) : kind === 'heat' ? 30 : 40
  const isHorizontal = kind === 'bars' || kind === 'stackedBars' || kind === 'box' || kind === 'heat'
  return isHorizontal ? Math.min(1400, Math.max(320, 120 + lines * each)) : null
}

/** Loads the distribution of values for a box plot. */
function useDistribution(isWanted: boolean): Distribution | null {
  const { choices } = useChoices()
  const { aggregationType, groupByFields, sortBy, sortDir, filters, fields, pageSize, startIssueIndex, ...others } =
    parametersOf(choices)
  const query = new URLSearchParams(others).toString()
  const { data } = useQuery({
    queryKey: ['distribution', query],
    enabled: isWanted,
    queryFn: ({ signal }) => getJson<Distribution>(`/api/distribution?${query}`, signal),
  })
  return data ?? null
}
