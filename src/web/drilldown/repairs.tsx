import type { PageIssue } from '../../reports/report/explain/explanation.ts'
import { Icon } from '../shell/icon.tsx'
import { texts } from '../texts/en.ts'

/** Shows what was repaired in the history of an issue, if anything. */
export function Repairs({ issue: { repairs } }: { readonly issue: PageIssue }) {
  if (repairs.length === 0) return null
  return (
    <section className="drilldown-repairs">
      <h3 className="line tight">
        <Icon name="note" />
        {texts.drilldown.issue.repaired}
      </h3>
      <ul>
        {repairs.map(repair => (
          <li key={repair}>{repair}</li>
        ))}
      </ul>
    </section>
  )
}
