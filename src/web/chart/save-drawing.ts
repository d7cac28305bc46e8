import { download } from '../shell/download.ts'
import { library } from './library.ts'
import type { SavedChart } from './saved-chart.ts'

/** Saves a chart as an image file. */
export async function saveDrawing(saved: SavedChart, format: 'png' | 'svg'): Promise<void> {
  const content = format === 'svg' ? svgOf(saved) : await pngOf(saved)
  download(URL.createObjectURL(content), `${imageName(saved.name, new Date())}.${format}`)
}

/** Returns whether this browser can copy images. It cannot over plain HTTP from another machine. */
export function canCopyDrawing(): boolean {
  return navigator.clipboard?.write !== undefined && typeof ClipboardItem === 'function'
}

/** Copies a chart to the clipboard as PNG. Throws if the browser does not allow it. */
export async function copyDrawing(saved: SavedChart): Promise<void> {
  // Safari accepts only a promise that is created during the click.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(saved) })])
}

function svgOf({ option, width, height }: SavedChart): Blob {
  const chart = library.init(document.createElement('div'), undefined, { renderer: 'svg', width, height })
  chart.setOption({ ...option, animation: false })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** Returns a PNG with two pixels for each pixel of the chart. */
function pngOf({ option, width, height }: SavedChart): Promise<Blob> {
  const chart = library.init(document.createElement('div'), undefined, { renderer: 'canvas', width, height })
  chart.setOption({ ...option, animation: false })
  const canvas = chart.renderToCanvas({ pixelRatio: 2, backgroundColor: String(option.backgroundColor) })
  chart.dispose()
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('the image is too large'))), 'image/png'),
  )
}

/** The maximum length of a title in a file name: with the time and an extension, systems allow 255. Bytes of UTF-8. */
const MAX_TITLE = 180

/**
 * Returns the name of an image without its extension: its title and the time in UTC, such as
 * `average-time-in-review-by-issue-type-in-web-shop-2025-06-30-141502`. Letters of all languages stay.
 */
export function imageName(title: string, now: Date): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const name = shortened(words.join('-')) || 'chart'
  const time = now.toISOString()
  return `${name}-${time.slice(0, 10)}-${time.slice(11, 19).replaceAll(':', '')}`
}

/** Cuts a name that is too long, after a word if it has several. */
function shortened(name: string): string {
  const bytes = new TextEncoder().encode(name)
  if (bytes.length <= MAX_TITLE) return name
  // A letter that is cut decodes to a sign that no name contains.
  const start = new TextDecoder().decode(bytes.slice(0, MAX_TITLE)).replace(/\uFFFD+$/, '')
  return start.includes('-') ? start.slice(0, start.lastIndexOf('-')) : start
}
