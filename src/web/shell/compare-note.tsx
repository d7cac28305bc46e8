import { whyNotCompared } from '../builder/compared-window.ts'
import { rangeTexts } from '../builder/range-texts.ts'
import { shownViewIn } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { rowsOnlyIn } from '../table/changes.ts'
import { useComparison } from '../table/use-comparison.ts'
import { compareTexts as text } from '../texts/compare.ts'
import { errorMessage } from './error-message.ts'

/** Says with what a summary is compared, and where the comparison is; why there is none if one was chosen. */
export function CompareNote({ loaded }: { readonly loaded: LoadedReport }) {
  const { choices } = useChoices()
  const compared = useComparison(loaded)
  if (compared === null) {
    const why = choices['view.compare'] === undefined ? null : whyNotCompared(choices)
    return why && <p className="hint">{text.whyNot[why]}</p>
  }
  const { report, error } = compared
  const onlyBefore = report ? rowsOnlyIn(report, loaded.report) : 0
  return (
    <p className="hint" role="status">
      {text.with(rangeTexts(compared.choices).join(', '))}{' '}
      {error ? text.failed(errorMessage(error).text) : report ? text[shownViewIn(choices)] : text.loading}
      {onlyBefore > 0 && ` ${text.onlyBefore(onlyBefore)}`}
    </p>
  )
}
