import { createHash } from 'node:crypto'
import { reportPaths } from '../../app/operations/report-paths.ts'
import { type Parameter, parameters } from '../../store/plan/parameters.ts'
import { type ReportType, reportTypes } from '../../store/plan/report-types.ts'
import type { Policy } from './security-headers.ts'

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
code { font-size: .9em; }
`

/** A page and its content-security policy: it needs only its own style. */
export interface Page {
  readonly html: string
  readonly policy: Policy
}

/** Returns the HTML documentation of the API. The OpenAPI document next to it has the details. */
export function docsPage(report: string, version: string): Page {
  const paths = reportPaths(report)
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sojourn: the interface</title><style>${STYLE}</style></head>
<body>
<h1>Sojourn ${escaped(version)}: the interface</h1>
<p>Two reports, each by GET and by POST with a form; JSON or CSV. For programs: <a href="/openapi.json">the OpenAPI document</a>,
with an example of each report.</p>
<ul>
<li><code>${escaped(paths.aggregation)}</code>: values aggregated over issues, in groups</li>
<li><code>${escaped(paths.list)}</code>: one row per issue, in pages</li>
<li><code>${escaped(paths.issue)}</code>: the list of one issue</li>
<li><code>${escaped(`${report}/data/calendars`)}</code>: the working calendars</li>
</ul>
<h2>Reports</h2>
<table><thead><tr><th>columnsBy</th><th>Name</th><th>Values</th><th>A cell of one issue</th></tr></thead><tbody>
${Object.values(reportTypes).map(reportRow).join('\n')}
</tbody></table>
<h2>Parameters</h2>
<table><thead><tr><th>Name</th><th>Of</th><th>Meaning</th><th>Absent</th></tr></thead><tbody>
${parameters.map(parameterRow).join('\n')}
</tbody></table>
</body>
</html>
`
  const digest = createHash('sha256').update(STYLE).digest('base64')
  const none = ["'none'"]
  const elsewhere = { 'base-uri': none, 'form-action': none, 'frame-ancestors': none }
  return { html, policy: { 'default-src': none, 'style-src': [`'sha256-${digest}'`], ...elsewhere } }
}

function reportRow({ name, label, kind, page: { question, cell } }: ReportType): string {
  const values = { duration: 'durations', count: 'counts', date: 'dates (lists only)' }[kind]
  return `<tr id="${name}"><td><code>${name}</code></td><td>${label}</td><td>${values}</td><td><em>${escaped(question)}</em> ${escaped(cell)}</td></tr>`
}

function parameterRow({ name, of, values, description, fallback }: Parameter): string {
  const possible = values
    ? ` Possible values: ${values.map(value => `<code>${escaped(value)}</code>`).join(', ')}.`
    : ''
  const endpoints = of === 'both' ? 'both' : of
  return `<tr><td><code>${name}</code></td><td>${endpoints}</td><td>${escaped(description)}${possible}</td><td>${escaped(fallback)}</td></tr>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
