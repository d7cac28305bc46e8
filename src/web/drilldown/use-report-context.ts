import type { Report } from '../api/report.ts'
import { type Choices, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useReport } from '../state/use-report.ts'

/** What the drawer's questions are about. */
export interface ReportContext {
  /** The parameters of the report that is shown, of the one that was chosen while none is. */
  readonly parameters: Choices
  /** When the report was answered, by the server's clock: epoch milliseconds, `null` while it is not known. */
  readonly answeredAt: number | null
  /** The zone of the moments shown. */
  readonly timeZone: string
  /** Whether the report is still on its way, and no other is shown. */
  readonly isWaiting: boolean
}

/** What the drawer's questions are about. It never asks for the report itself. */
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

/** A zone that this browser knows. */
function validTimeZone(timeZone: string | undefined): string | undefined {
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
