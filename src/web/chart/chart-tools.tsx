import { Select } from '../shell/select.tsx'
import { texts } from '../texts/en.ts'
import type { ChartModel } from './chart-model.ts'
import { type ChartView, chartKinds } from './chart-view.ts'
import { ImageTools } from './image-tools.tsx'
import type { SavedChart } from './saved-chart.ts'

const { chart } = texts

interface ChartToolsProps {
  readonly model: ChartModel
  readonly view: ChartView
  readonly change: (view: Partial<ChartView>) => void
  /** Returns the chart as an image; `null` if there is no chart. */
  readonly image: (() => SavedChart) | null
}

/** Chooses the chart, and saves or copies it. */
export function ChartTools({ model, view, change, image }: ChartToolsProps) {
  return (
    <div className="chart-tools row">
      <label>
        <span>{chart.kind}</span>
        <Select
          value={view.kind}
          options={chartKinds.map(kind => [kind, chart.kinds[kind]])}
          onPick={kind => change({ kind })}
        />
      </label>
      {view.kind === 'pie' && model.categories.length > 1 && (
        <label>
          <span>{chart.row}</span>
          <Select
            value={String(model.rowIndexes[view.row])}
            options={model.categories.map((name, position) => [String(model.rowIndexes[position]), name])}
            onPick={row => change({ row: Number(row) })}
          />
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
      {image && <ImageTools image={image} />}
    </div>
  )
}
