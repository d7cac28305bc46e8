import type { EChartsCoreOption } from 'echarts/core'
import { download } from '../shell/download.ts'
import { library } from './library.ts'

const [WIDTH, HEIGHT] = [1200, 720]

/** Saves a chart as an image file. */
export function saveDrawing(option: EChartsCoreOption, format: 'png' | 'svg', name: string, background: string): void {
  const renderer = format === 'svg' ? 'svg' : 'canvas'
  const chart = library.init(document.createElement('div'), undefined, { renderer, width: WIDTH, height: HEIGHT })
  chart.setOption({ ...option, animation: false, backgroundColor: background })
  const url =
    format === 'svg'
      ? URL.createObjectURL(new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' }))
      : chart.getDataURL({ type: 'png', pixelRatio: 2 })
  chart.dispose()
  download(url, `${name}.${format}`)
}
