import { download } from '../shell/download.ts'
import { library } from './library.ts'
import type { SavedChart } from './saved-chart.ts'

/** Saves a chart as an image file. */
export function saveDrawing({ option, width, height }: SavedChart, format: 'png' | 'svg', name: string): void {
  const renderer = format === 'svg' ? 'svg' : 'canvas'
  const chart = library.init(document.createElement('div'), undefined, { renderer, width, height })
  chart.setOption({ ...option, animation: false })
  const url =
    format === 'svg'
      ? URL.createObjectURL(new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' }))
      : chart.getDataURL({ type: 'png', pixelRatio: 2 })
  chart.dispose()
  download(url, `${name}.${format}`)
}
