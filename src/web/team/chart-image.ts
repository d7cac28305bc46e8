import { readLightTheme } from '../chart/chart-theme.ts'
import { HEIGHT, type ImageTexts, imageHead, MARGIN, type SavedChart, WIDTH } from '../chart/saved-chart.ts'
import { type FlowOption, wholeOption } from './option-parts.ts'

/** Returns a chart of the screen as an image, with its title and its facts, in light colors. */
export function chartImage(option: FlowOption, texts: ImageTexts): SavedChart {
  const theme = readLightTheme()
  const head = imageHead(texts, theme, WIDTH)
  const { grid, series, ...others } = wholeOption(option, theme, { width: WIDTH, top: head.height + MARGIN })
  return {
    name: texts.name,
    width: WIDTH,
    height: HEIGHT,
    option: {
      ...others,
      grid: { ...grid, left: MARGIN, right: MARGIN, bottom: MARGIN },
      backgroundColor: theme.surface,
      title: head.title,
      // An image is drawn at once.
      series: series.map(one => ({ ...one, progressive: 0 })),
    },
  }
}
