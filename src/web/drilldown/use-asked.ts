import type { Report } from '../api/report.ts'
import { type Choices, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useReport } from '../state/use-report.ts'

/** What the drawer's questions are about. */
export interface Asked {
  /** The parameters of the report that is shown, of the one that was chosen while none is. */
  readonly parameters: Choices
  /** When the report was answered, by the server's clock: epoch milliseconds, `null` while it is not known. */
  readonly at: number | null
  /** The zone of the moments shown. */
  readonly timeZone: string
  /** Whether the report is still on its way, and no other is shown. */
  readonly isWaiting: boolean
}

/** What the drawer's questions are about. It never asks for the report itself. */
export function useAsked(report: Report | undefined): Asked {
  const { choices } = useChoices()
  const { timeZone } = useCatalogue()
  const { answered, isRunning } = useReport(choices, false)
  const parameters = answered?.parameters ?? parametersOf(choices)
  return {
    parameters,
    at: answered?.at ?? null,
    timeZone: report?.timeZone ?? known(parameters.timeZone) ?? timeZone,
    isWaiting: isRunning && !answered,
  }
}

/** A zone that this browser knows. */
function known(timeZone: string | undefined): string | undefined {
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
