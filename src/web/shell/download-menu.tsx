import { type SubmitEvent, useState } from 'react'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { ExportState } from '../api/exports.ts'
import type { Report } from '../api/report.ts'
import { labelledText, settingErrors } from '../builder/setting-errors.ts'
import { type Choices, endpointOf } from '../state/choices.ts'
import { readPreference, savePreference } from '../state/preferences.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import {
  type DownloadChoice,
  type DownloadFormat,
  downloadParameters,
  formatsOf,
  hasMixedColumns,
  separatorsOf,
} from './download-request.ts'
import { errorMessage, validationErrors } from './error-message.ts'
import { OwnFiles } from './own-files.tsx'
import { Popup } from './popup.tsx'
import { Select } from './select.tsx'
import { sizeText } from './size-text.ts'
import { type Download, useDownload } from './use-download.ts'
import './download-menu.css'

const { download: text } = texts.shell

/** Downloads the whole report as a file: chooses its format, shows the progress, and cancels. */
export function DownloadMenu(props: { readonly choices: Choices; readonly report: Report; readonly canRun: boolean }) {
  const { current, start, cancel } = useDownload()
  const catalogue = useCatalogue()
  const reasons = current.kind === 'failed' ? reasonsOf(current.error, props.choices, catalogue) : []
  return (
    <>
      <Popup label={text.titles[current.kind]} icon="download">
        {() => (
          <div className="shell-download stack">
            <DownloadForm {...props} current={current} start={start} cancel={cancel} />
            <Result current={current} reasons={reasons} />
            <OwnFiles />
          </div>
        )}
      </Popup>
      <p className="visually-hidden" role="status">
        {announcement(current, reasons)}
      </p>
    </>
  )
}

interface DownloadFormProps {
  readonly choices: Choices
  readonly report: Report
  readonly canRun: boolean
  readonly current: Download
  readonly start: (path: string, parameters: Choices) => void
  readonly cancel: () => void
}

/** Chooses the format of the file, starts its download and cancels it. One button does both, so it keeps the focus. */
function DownloadForm({ choices, report, canRun, current, start, cancel }: DownloadFormProps) {
  const catalogue = useCatalogue()
  const { fileFormats } = catalogue
  const [choice, setChoice] = useState<DownloadChoice>(initialChoice)
  const formats = formatsOf(choices, fileFormats)
  const format = formats.find(one => one === choice.format) ?? 'xlsx'
  const set = (change: Partial<DownloadChoice>) => setChoice({ ...choice, ...change })
  const isRunning = current.kind === 'running'
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isRunning) return cancel()
    savePreference('download', format)
    start(catalogue.paths.exports, downloadParameters(choices, { ...choice, format }, report, catalogue))
  }
  return (
    <form className="stack" onSubmit={submit}>
      <fieldset disabled={isRunning}>
        <Choice
          label={text.format}
          value={format}
          options={formats}
          names={formatNames(fileFormats)}
          pick={format => set({ format })}
        />
        {format === 'spreadsheet' && (
          <div className="shell-download-pair">
            <Choice
              label={text.delimiter}
              value={choice.delimiter}
              options={['comma', 'semicolon', 'tab']}
              names={text.delimiters}
              pick={delimiter => set({ delimiter })}
            />
            <Choice
              label={text.decimal}
              value={choice.decimal}
              options={['point', 'comma']}
              names={text.decimals}
              pick={decimal => set({ decimal })}
            />
          </div>
        )}
        {format === 'parquet' && (
          <Choice
            label={text.layout}
            value={choice.layout}
            options={['long', 'wide']}
            names={text.layouts}
            pick={layout => set({ layout })}
          />
        )}
      </fieldset>
      {isRunning ? <Progress state={current.state} /> : <p className="hint">{hintOf(format, choices, report)}</p>}
      <button type="submit" className={isRunning ? 'button' : 'button primary'} disabled={!canRun && !isRunning}>
        {isRunning ? text.cancel : text.start}
      </button>
    </form>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly T[]
  readonly names: Readonly<Record<T, string>>
  readonly pick: (value: T) => void
}

function Choice<T extends string>({ label, value, options, names, pick }: ChoiceProps<T>) {
  return (
    <label>
      <span className="label">{label}</span>
      <Select value={value} options={options.map(one => [one, names[one]])} onPick={pick} />
    </label>
  )
}

function Progress({ state }: { readonly state: ExportState | null }) {
  // Without a value the bar shows that the end is not known.
  const value = state && state.completed > 0 ? { value: state.completed } : {}
  return (
    <div>
      <progress aria-label={text.progress} max={state?.total || 1} {...value} />
      <p className="hint">{progressText(state)}</p>
    </div>
  )
}

/** Shows how the last download ended. */
function Result({ current, reasons }: { readonly current: Download; readonly reasons: readonly string[] }) {
  if (current.kind === 'complete') {
    const { warnings } = current.state
    return (
      <div className="shell-download-result inset breakable">
        <p>{completeText(current.state)}</p>
        {warnings.length > 0 && (
          <ul className="bullets">
            {warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
    )
  }
  if (current.kind === 'canceled') return <p className="shell-download-result inset breakable">{text.canceled}</p>
  if (current.kind !== 'failed') return null
  return (
    <div className="shell-download-result problem inset breakable">
      <p>{text.failed}</p>
      <ul className="bullets">
        {reasons.map(reason => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

/** Returns what the file has and the page does not, and where its order differs. */
function hintOf(format: DownloadFormat, choices: Choices, report: Report): string {
  const isList = endpointOf(choices) === 'list'
  const isSorted = !isList && choices['view.table.sort'] !== undefined
  return [
    format === 'xlsx' && !isList ? text.workbookOfGroups : isList ? text.allIssues : text.allRows,
    ...(hasMixedColumns(choices, report) ? [text.fieldsFirst] : []),
    ...(isSorted ? [text.reportOrder] : []),
  ].join(' ')
}

/** Returns what a screen reader says: of the progress, only each quarter. */
function announcement(current: Download, reasons: readonly string[]): string {
  switch (current.kind) {
    case 'none':
      return ''
    case 'running': {
      const { completed = 0, total = 0 } = current.state ?? {}
      const quarters = Math.floor((4 * completed) / Math.max(1, total))
      return quarters > 0 ? text.percent(25 * quarters) : progressText(current.state)
    }
    case 'complete':
      return completeText(current.state)
    case 'canceled':
      return text.canceled
    case 'failed':
      return [text.failed, ...reasons].join(' ')
  }
}

function progressText(state: ExportState | null): string {
  if (!state || state.total === 0) return text.starting
  return state.status === 'Waiting' ? text.waiting : text.written(state.completed, state.total)
}

function completeText({ fileName, total, size }: ExportState): string {
  return text.complete(fileName ?? '', total, sizeText(size ?? 0))
}

/** Returns why a download failed, in the words of the page. */
function reasonsOf(error: Error, choices: Choices, catalogue: PageCatalogue): readonly string[] {
  const errors = settingErrors(validationErrors(error), choices, catalogue).map(labelledText)
  return errors.length > 0 ? errors : [errorMessage(error).text]
}

function formatNames(fileFormats: PageCatalogue['fileFormats']): Readonly<Record<DownloadFormat, string>> {
  const names = fileFormats.map(({ name, label }) => [name, label] as const)
  return Object.fromEntries([...names, ['spreadsheet', text.spreadsheet]]) as Record<DownloadFormat, string>
}

function initialChoice(): DownloadChoice {
  // The menu shows the workbook instead of a format that the report does not have.
  const saved = (readPreference('download') ?? 'xlsx') as DownloadFormat
  return { format: saved, layout: 'long', ...separatorsOf(undefined) }
}
