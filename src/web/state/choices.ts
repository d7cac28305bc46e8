import type { PageCatalogue } from '../../reports/page/page-types.ts'

/** The name of a parameter of the report API. */
export type PageParameter = PageCatalogue['parameters'][number]['name']

/**
 * The display options: what the page shows of a report, and how. On the screen of a team, `asked` is the moment that the user asked
 * for before the screen went back to the last weeks with finished issues, `statuses` opens the editor of the
 * workflow, and `team` is the id of the team that it shows. `seconds` is how long a wall shows each team.
 */
export type DisplayOption = `view.${
  | 'open'
  | 'asked'
  | 'statuses'
  | 'team'
  | 'seconds'
  | 'compare'
  | `table.${'sort' | 'shading' | 'hidden' | 'order' | 'widths' | 'pinned' | 'collapsed' | 'expanded'}`
  | `chart.${'kind' | 'hidden' | 'added' | 'withoutOpen' | 'row'}`
  | `ask.${PageParameter}`}`

/** The name of a choice. */
export type ChoiceName = PageParameter | TeamChoice | 'page' | 'report' | 'show' | DisplayOption

/**
 * The choices of the screen of a team that reports do not have: the period of finished issues, the length of the periods of its
 * charts, the workflow, the comparison, and of the forecast the number of issues to finish and the weeks from which it learns.
 */
export type TeamChoice = 'from' | 'to' | 'bucket' | 'workflow' | 'compare' | 'count' | 'weeks'

/**
 * The state in the URL: the query parameters by name.
 *
 * Parameters of the report API keep their names (`filterType`, `columnsBy`, ...), so that a URL can be used elsewhere.
 * Others are `report` (`aggregation` or `list`), `show` (`table` or `chart`), `page` (see openPageIn), and display
 * options, which start with `view.`. A URL can have further names; they are kept, and the server reports them.
 */
export type Choices = Readonly<Partial<Record<ChoiceName, string>>>

/** The parameters of a request. */
export type Parameters = Readonly<Record<string, string>>

/** Changes to choices; `null` removes one. */
export type ChoiceChange = Readonly<Partial<Record<ChoiceName, string | null>>>

/** Parameters of the page, which the API does not know. */
const PAGE_PARAMETERS = ['page', 'report', 'show']

/** The display option that sorts the rows of an aggregation: the id of a column, after `-` in descending order. */
export const TABLE_SORT = 'view.table.sort'

/** Parses the query part of a URL. */
export function parseChoices(query: string): Choices {
  const choices = Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''))
  return withTeamPage(withListOrder(choices))
}

/** Addresses of older versions have an overview next to the report. The screen of the team took its place. */
function withTeamPage(choices: Choices): Choices {
  return choices.show === 'overview' ? applyChange(choices, { page: 'team', show: null }) : choices
}

/** Addresses of older versions sort the shown page of a list by the display option. The server sorts all issues. */
function withListOrder(choices: Choices): Choices {
  const sort = choices[TABLE_SORT]
  if (sort === undefined || endpointOf(choices) !== 'list') return choices
  const column = orderByOf(sort.replace(/^-/, ''))
  const isUsed = choices.orderBy === undefined && column !== null
  const order = isUsed ? { orderBy: column, orderDir: sort.startsWith('-') ? 'desc' : 'asc' } : {}
  return applyChange(choices, { ...order, [TABLE_SORT]: null })
}

/** Returns the `orderBy` of a column of the table; `null` for the number of issues, which lists do not have. */
export function orderByOf(columnId: string): string | null {
  return columnId === 'issueCount' ? null : columnId.replace(/^(issue|group|field)\./, '')
}

/** Formats choices as the query part of a URL. The order is fixed: equal choices have equal URLs. */
export function toQueryString(choices: Choices): string {
  const rank = (name: string) =>
    PAGE_PARAMETERS.includes(name) ? PAGE_PARAMETERS.indexOf(name) : PAGE_PARAMETERS.length
  const entries = Object.entries(choices).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return new URLSearchParams(entries).toString()
}

/** Returns the choices after a change. */
export function applyChange(choices: Choices, change: ChoiceChange): Choices {
  return Object.fromEntries(Object.entries({ ...choices, ...change }).filter(([, value]) => value))
}

/** The views of a report. */
export const shownViews = ['table', 'chart'] as const

/** A view of a report. */
export type ShownView = (typeof shownViews)[number]

/** Returns how the report is shown; as a table if the choices do not say. */
export function shownViewIn({ show }: Choices): ShownView {
  return shownViews.find(view => view === show) ?? 'table'
}

/** A page other than that of reports. `id` and `connection` are `null` for a new one, `ids` for all teams. */
export type OpenPage =
  | { readonly name: 'team' }
  | { readonly name: 'saved-team'; readonly id: string }
  | { readonly name: 'wall'; readonly ids: readonly string[] | null }
  | { readonly name: 'calendars' }
  | { readonly name: 'calendar'; readonly id: string | null }
  | { readonly name: 'connection'; readonly connection: string | null }

/** Returns the page that is open instead of a report; `null` if there is none. */
export function openPageIn({ page }: Choices): OpenPage | null {
  if (page === 'team' || page === 'calendars') return { name: page }
  if (page === 'wall') return { name: page, ids: null }
  if (page === 'new-calendar') return { name: 'calendar', id: null }
  if (page === 'new-connection') return { name: 'connection', connection: null }
  const [, name, id] = /^(calendar|connection|saved-team|wall):(.+)$/.exec(page ?? '') ?? []
  if (id === undefined) return null
  if (name === 'saved-team') return { name, id }
  if (name === 'wall') return { name, ids: id.split(',') }
  return name === 'calendar' ? { name, id } : { name: 'connection', connection: id }
}

/** Returns the choice that opens a page. */
export function pageChoice(page: OpenPage): { readonly page: string } {
  if (page.name === 'team' || page.name === 'calendars') return { page: page.name }
  if (page.name === 'wall') return { page: page.ids === null ? page.name : `${page.name}:${page.ids.join(',')}` }
  const id = page.name === 'connection' ? page.connection : page.id
  return { page: id === null ? `new-${page.name}` : `${page.name}:${id}` }
}

/** Returns the endpoint for the choices. */
export function endpointOf(choices: Choices): 'aggregation' | 'list' {
  return choices.report === 'list' ? 'list' : 'aggregation'
}

/** Returns a text that is equal for choices of the same question: the same report, on any page and in any view. */
export function questionKey(choices: Choices): string {
  return `${endpointOf(choices)}?${toQueryString(applyChange(parametersOf(choices), { startIssueIndex: null }))}`
}

/** Returns the API parameters among the choices. */
export function parametersOf(choices: Choices): Choices {
  return Object.fromEntries(
    Object.entries(choices).filter(([name]) => !PAGE_PARAMETERS.includes(name) && !name.startsWith('view.')),
  )
}
