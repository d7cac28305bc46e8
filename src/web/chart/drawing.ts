import type { Distribution } from '../../reports/report/distribution.ts'
import type { ChartModel } from './chart-model.ts'
import type { ChartTheme } from './chart-theme.ts'
import type { ChartView } from './chart-view.ts'
import type { RankedSeries } from './chosen-series.ts'
import type { Scale } from './scale.ts'

/** Everything that determines a chart. */
export interface Drawing {
  readonly model: ChartModel
  readonly shown: readonly RankedSeries[]
  readonly view: ChartView
  readonly scale: Scale
  readonly theme: ChartTheme
  /** The data of a box plot; `null` while it loads. */
  readonly distribution: Distribution | null
  /** The space around the chart in a saved image, which shows all categories; `null` on the page. */
  readonly frame: Frame | null
  /**
   * The width of the chart in pixels; `null` if it is unknown. Names and numbers are shown if they fit; a narrow pie has no
   * names.
   */
  readonly width: number | null
}

/** The space for the title and the legend of a saved image. Pixels. */
export interface Frame {
  readonly top: number
  readonly bottom: number
}
