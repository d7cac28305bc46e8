import { Button } from '../shell/button.tsx'
import { Popup } from '../shell/popup.tsx'
import { Toast, useToast } from '../shell/toast.tsx'
import { texts } from '../texts/en.ts'
import { canCopyDrawing, copyDrawing, saveDrawing } from './save-drawing.ts'
import type { SavedChart } from './saved-chart.ts'

const { chart } = texts

interface ImageProps {
  /** Returns the chart as an image. */
  readonly image: () => SavedChart
}

/** Buttons that copy a chart as an image, and save it. */
export function ImageTools({ image }: ImageProps) {
  const { copy, save, toast } = useImageActions(image)
  return (
    <span className="chart-save line">
      {copy && <Button onClick={copy}>{chart.copy}</Button>}
      {save.map(({ format, run }) => (
        <Button key={format} aria-label={`${chart.saveAs} ${chart.formats[format]}`} onClick={run}>
          <span>{chart.saveAs}</span> {chart.formats[format]}
        </Button>
      ))}
      <Toast text={toast} />
    </span>
  )
}

/** The same behind one button, for places with several charts. `label` names the chart. */
export function ImageMenu({ label, image }: ImageProps & { readonly label: string }) {
  const { copy, save, toast } = useImageActions(image)
  return (
    <>
      <Popup label={label} icon="download">
        {close => {
          const item = (text: string, run: () => void) => (
            <button
              key={text}
              type="button"
              className="shell-item line"
              onClick={() => {
                run()
                close()
              }}
            >
              {text}
            </button>
          )
          return (
            <>
              {copy && item(chart.copy, copy)}
              {save.map(({ format, run }) => item(`${chart.saveAs} ${chart.formats[format]}`, run))}
            </>
          )
        }}
      </Popup>
      <Toast text={toast} />
    </>
  )
}

/** Returns what copies and saves an image, and the text of its result. `copy` is `null` where browsers do not allow it. */
function useImageActions(image: () => SavedChart) {
  const [toast, notify] = useToast()
  const copy = () =>
    void copyDrawing(image()).then(
      () => notify(chart.copied),
      () => notify(texts.shell.share.failed),
    )
  const save = (['png', 'svg'] as const).map(format => ({
    format,
    run: () => void saveDrawing(image(), format).catch(() => notify(chart.tooLarge)),
  }))
  return { copy: canCopyDrawing() ? copy : null, save, toast }
}
