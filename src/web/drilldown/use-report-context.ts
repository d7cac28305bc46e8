import type { Report } from '../api/report.ts'
import { type Choices, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useReport } from '../state/use-report.ts'

/** The report that the drawer explains. */
export interface ReportContext {
  /** The parameters of the loaded report, else of the chosen one. */
  readonly parameters: Choices
  /** The server's time of the report: epoch milliseconds, `null` until known. */
  readonly answeredAt: number | null
  /** The time zone of displayed times. */
  readonly timeZone: string
  /** Whether the first report still loads. */
  readonly isWaiting: boolean
}

/** Returns the report that the drawer explains, without requesting it. */
export function useReportContext(report: Report | undefined): ReportContext {
  const { choices } = useChoices()
  const { timeZone } = useCatalogue()
  const { loaded, isRunning } = useReport(choices, false)
  const parameters = loaded?.parameters ?? parametersOf(choices)
  return {
    parameters,
    answeredAt: loaded?.answeredAt ?? null,
    timeZone: report?.timeZone ?? validTimeZone(parameters.timeZone) ?? timeZone,
    isWaiting: isRunning && !loaded,
  }
}

/** Returns a time zone if this browser knows it. */
function validTimeZone(timeZone: string | undefined): string | undefined {
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
