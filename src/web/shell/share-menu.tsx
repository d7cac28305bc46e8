import { fetchCsv } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import { type Choices, endpointOf, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { copyText } from './copy-text.ts'
import { curlOf } from './curl-of.ts'
import { Popup } from './popup.tsx'

const { share } = texts.shell

interface ShareMenuProps {
  readonly choices: Choices
  readonly report: Report | undefined
  readonly canRun: boolean
  readonly notify: (text: string) => void
}

/** Shares the report as a link or a command, and its shown page as CSV or JSON. */
export function ShareMenu({ choices, report, canRun, notify }: ShareMenuProps) {
  const { paths, caller } = useCatalogue()
  const path = paths[endpointOf(choices)]
  const parameters = parametersOf(choices)
  const done = (doing: Promise<void>, text: string) =>
    void doing.then(
      () => notify(text),
      (error: Error) => notify(error.message || share.failed),
    )
  const copyCurl = () => copyText(curlOf(new URL(path, location.href).href, parameters, { withToken: caller !== null }))
  const copyCsv = async () => copyText(await fetchCsv(path, parameters))
  return (
    <Popup label={share.title} icon="share">
      {close => {
        const item = (label: string, act: () => void, isPossible = canRun) => (
          <button
            type="button"
            className="shell-item line"
            disabled={!isPossible}
            onClick={() => {
              act()
              close()
            }}
          >
            {label}
          </button>
        )
        return (
          <>
            {item(share.link, () => done(copyText(location.href), share.copied.link), true)}
            {item(share.curl, () => done(copyCurl(), share.copied.curl))}
            <hr className="shell-popup-rule" />
            {item(share.csv, () => done(copyCsv(), share.copied.csv))}
            {canRun && (
              <a
                className="shell-item line"
                href={`${path}?${new URLSearchParams(parameters)}`}
                target="_blank"
                rel="noreferrer"
              >
                {share.json}
              </a>
            )}
            <PageNote report={report} />
          </>
        )
      }}
    </Popup>
  )
}

/** Warns that CSV and JSON contain one page of a list only. */
function PageNote({ report }: { readonly report: Report | undefined }) {
  if (!report || report.isAggregationType || report.table.body.rows.length === report.total) return null
  return (
    <p className="shell-popup-text hint">
      {share.page(report.startIssueIndex + 1, report.endIssueIndex + 1, report.total)}
    </p>
  )
}
