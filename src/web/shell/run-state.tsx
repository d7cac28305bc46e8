import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

const { report } = texts.shell

interface RunStateProps {
  readonly elapsed: number
  readonly isRunning: boolean
  readonly canRun: boolean
  readonly run: () => void
  readonly cancel: () => void
}

/** Shows how long the report has been running with a cancel button, or a run button. */
export function RunState({ elapsed, isRunning, canRun, run, cancel }: RunStateProps) {
  const isLong = isRunning && elapsed > 0
  return (
    <div className="shell-run line">
      {isLong && (
        <span className="soft numbers" role="timer">
          {report.running(Math.floor(elapsed / 1000))}
        </span>
      )}
      {isLong ? (
        <Button onClick={cancel} title={report.cancelHint}>
          {report.cancel}
        </Button>
      ) : (
        <IconButton icon="run" label={report.run} hint={report.runHint} disabled={!canRun} onClick={run} />
      )}
    </div>
  )
}

/** Placeholder rows while the first report loads. */
export function Skeleton() {
  return (
    <div className="shell-skeleton" aria-hidden="true">
      {Array.from({ length: 9 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
        <div key={row} />
      ))}
    </div>
  )
}
