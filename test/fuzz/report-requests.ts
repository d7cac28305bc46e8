import fc from 'fast-check'
import { pick, seldom } from './choose.ts'
import { type FuzzRequest, type Pair, type Spelling, spellings, urlEncoded } from './fuzz-request.ts'
import type { FuzzServerFacts } from './fuzz-server-facts.ts'
import { aboutIssues, anyReports, type ReportParameters, validReports } from './report-parameters.ts'
import { type RequestUser, requestUsers } from './request-users.ts'
import { FORM, wildHeaders } from './wild-headers.ts'

/** Generates where the parameters of a report are: in the URL, in the form, or in both. */
const locations = fc.record({ spelling: spellings, form: pick('none', 'none', 'all', 'some'), extra: wildHeaders })

interface ParameterLocation {
  readonly spelling: Spelling
  readonly form: string
  readonly extra: readonly Pair[]
}

/** The longest URL here; other tests cover longer ones. */
const LONGEST = 60_000

function requestTo(
  url: string,
  pairs: readonly Pair[],
  { spelling, form, extra }: ParameterLocation,
): Pick<FuzzRequest, 'method' | 'url' | 'headers' | 'body'> {
  const isLong = pairs.some(([name, value]) => name.length + value.length > LONGEST / 3)
  const inForm = pairs.filter((_, i) => isLong || form === 'all' || (form === 'some' && i % 2 === 0))
  const query = urlEncoded(
    pairs.filter(pair => !inForm.includes(pair)),
    spelling,
  )
  const address = query === '' ? url : `${url}?${query}`
  if (!isLong && form === 'none') return { method: 'GET', url: address, headers: extra, body: null }
  return {
    method: 'POST',
    url: address,
    headers: [['Content-Type', FORM], ...extra],
    body: urlEncoded(inForm, spelling),
  }
}

/** Generates valid requests: their responses are 200, unless the data lack the column of orderBy. */
export function validRequests(facts: FuzzServerFacts): fc.Arbitrary<FuzzRequest> {
  const urls = reportUrls(facts)
  const inOrder = pick('none', 'all', 'some').map((form): ParameterLocation => ({ spelling: 'usual', form, extra: [] }))
  const logins = pick<RequestUser>(
    { mode: 'open', as: null },
    { mode: 'tokens', as: 'Ann' },
    { mode: 'tokens', as: 'root' },
  )
  return fc.tuple(logins, validReports, inOrder).map(([user, { endpoint, pairs }, location]) => ({
    ...user,
    ...requestTo(urls[endpoint]!, pairs, location),
    isValid: !pairs.some(([name]) => name === 'orderBy'),
  }))
}

function reportUrls({ routes }: FuzzServerFacts): Record<string, string> {
  return Object.fromEntries(routes.flatMap(({ endpoint, url }) => (endpoint === null ? [] : [[endpoint, url]])))
}

/** Generates requests for reports, valid or not. */
export function reportRequests(facts: FuzzServerFacts): fc.Arbitrary<FuzzRequest> {
  const urls = reportUrls(facts)
  const other = seldom<string | null>(pick(...Object.keys(urls)), null, 10)
  return fc
    .tuple(requestUsers(facts), anyReports, other, locations)
    .map(([user, { endpoint, pairs }, another, location]) => ({
      ...user,
      ...requestTo(urls[another ?? endpoint]!, pairs, location),
      isValid: false,
    }))
}

/** Generates drill-down requests, with the parameters of reports in URLs and forms. */
export function pageRequests(facts: FuzzServerFacts): fc.Arbitrary<FuzzRequest> {
  const urls = facts.routes.flatMap(({ url, reads, endpoint }) => (reads === FORM && endpoint !== 'list' ? [url] : []))
  const query = fc.oneof(
    aboutIssues(facts.issueKeys),
    anyReports.map(({ pairs }: ReportParameters) => pairs),
  )
  return fc
    .tuple(requestUsers(facts), pick(...new Set(urls), '/api/timeline', '/api/repairs'), query, locations)
    .map(([user, url, pairs, location]) => ({ ...user, ...requestTo(url, pairs, location), isValid: false }))
}
