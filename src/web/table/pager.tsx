import type { ListReport } from '../api/report.ts'
import { Button } from '../shell/button.tsx'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'

/** Shows which issues of a list are visible, with buttons for the other pages. */
export function Pager({ report }: { readonly report: ListReport }) {
  const { change } = useChoices()
  const { total, startIssueIndex, endIssueIndex, pageSize } = report
  const go = (index: number) => change({ startIssueIndex: index > 0 ? String(index) : null })
  const last = Math.floor(Math.max(0, total - 1) / pageSize) * pageSize
  const { pager: text } = texts.table
  return (
    <nav className="table-pager row soft" aria-label={text.title}>
      <span>{text.shown(startIssueIndex + 1, endIssueIndex + 1, total)}</span>
      {total > pageSize && (
        <span className="table-pages">
          <Button disabled={startIssueIndex === 0} onClick={() => go(0)}>
            {text.first}
          </Button>
          <Button disabled={startIssueIndex === 0} onClick={() => go(startIssueIndex - pageSize)}>
            {text.before}
          </Button>
          <Button disabled={startIssueIndex >= last} onClick={() => go(startIssueIndex + pageSize)}>
            {text.next}
          </Button>
          <Button disabled={startIssueIndex >= last} onClick={() => go(last)}>
            {text.last}
          </Button>
        </span>
      )}
    </nav>
  )
}
