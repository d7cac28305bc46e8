import { Button } from '../shell/button.tsx'
import { Select } from '../shell/select.tsx'
import { Toast, useToast } from '../shell/toast.tsx'
import { texts } from '../texts/en.ts'
import type { ChartModel } from './chart-model.ts'
import { type ChartView, chartKinds } from './chart-view.ts'
import { canCopyDrawing, copyDrawing, saveDrawing } from './save-drawing.ts'
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

function ImageTools({ image }: { readonly image: () => SavedChart }) {
  const [toast, notify] = useToast()
  const copy = () =>
    copyDrawing(image()).then(
      () => notify(chart.copied),
      () => notify(texts.shell.share.failed),
    )
  const save = (format: 'png' | 'svg') => saveDrawing(image(), format).catch(() => notify(chart.tooLarge))
  return (
    <span className="chart-save line">
      {canCopyDrawing() && <Button onClick={() => void copy()}>{chart.copy}</Button>}
      {(['png', 'svg'] as const).map(format => (
        <Button key={format} aria-label={`${chart.saveAs} ${chart.formats[format]}`} onClick={() => void save(format)}>
          <span>{chart.saveAs}</span> {chart.formats[format]}
        </Button>
      ))}
      <Toast text={toast} />
    </span>
  )
}
