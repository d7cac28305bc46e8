import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { texts } from '../texts/en.ts'

const { help } = texts.shell

/** Says what a report means, with a link to its definition. */
export function ReportHelp({ type }: { readonly type: PageCatalogue['reportTypes'][number] }) {
  return (
    <details className="shell-help">
      <summary>{help.title}</summary>
      <p>
        {type.page.question} {help.cell(type.page.cell)} {help.empty}{' '}
        <a href={`/docs#${type.name}`} target="_blank" rel="noreferrer">
          {help.definition}
        </a>
      </p>
    </details>
  )
}
