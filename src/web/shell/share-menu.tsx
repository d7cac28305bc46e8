import { fetchCsv } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import { type Choices, endpointOf, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
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

/**
 * Returns a curl command for a report, for any POSIX shell.
 *
 * With sign-in, it reads a token from the environment: a copied command must not contain one.
 */
export function curlOf(url: string, parameters: Choices, { withToken }: { readonly withToken: boolean }): string {
  return [
    `curl --silent --show-error ${inShell(url)}`,
    ...(withToken ? ['--header "Authorization: Bearer $SOJOURN_TOKEN"'] : []),
    ...Object.entries(parameters).map(([name, value]) => `--data-urlencode ${inShell(`${name}=${value}`)}`),
  ].join(' \\\n  ')
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Copies a text to the clipboard. Throws if the browser does not allow it. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Over plain HTTP from another machine, browsers have only the old API.
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) throw new Error('the browser does not copy')
}
