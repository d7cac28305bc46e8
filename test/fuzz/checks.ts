import { expect } from 'vitest'
import { readAnswer } from '../edge/http/exchange.ts'
import { leakIn, violationIn } from './check-answer.ts'
import type { FuzzBytes, FuzzRequest } from './fuzz-request.ts'
import type { FuzzServerFacts } from './fuzz-server-facts.ts'
import { type FuzzAnswer, send, sendBytes } from './send.ts'
import type { FuzzServer } from './start-fuzz-server.ts'

/** A run of requests against a server. */
export interface Fuzzing {
  readonly server: FuzzServer
  /** The number of responses by status. */
  readonly counts: Map<string, number>
  /** Resolves when no other lane needs the server for itself. */
  quiet: Promise<void>
  /** The responses to valid requests at the start. */
  readonly good: readonly GoodAnswer[]
}

/** A valid request, and its response. */
export interface GoodAnswer {
  readonly request: FuzzRequest
  readonly answer: Shown
}

/** The parts of a response that never vary. */
type Shown = Pick<FuzzAnswer, 'status' | 'headers' | 'body'>

/** The time limit of a response. Milliseconds. */
const TIME_LIMIT = 2_000

/** How often a slow request is repeated: on a busy machine anything can be slow once. */
const ATTEMPTS = 3

const API = '/rest/tis/report/1.0/api'

const GOOD: readonly Partial<FuzzRequest>[] = [
  {
    url: `${API}/list?filterType=project&projectKey=AB&columnsBy=statusDuration&calendar=team&dayLength=businessDays&fields=assignee`,
  },
  {
    url: `${API}/aggregation?filterType=customjql&customjql=status+was+Open&columnsBy=statusCount&aggregationType=sum&groupByFields=project`,
  },
  {
    url: `${API}/list?filterType=jqlfilter&jqlFilterID=1&columnsBy=assigneeDuration&calendar=normalHours&outputType=csv`,
    mode: 'tokens',
    as: 'dan',
  },
  { url: '/api/jql/suggest?text=project+%3D+', mode: 'tokens', as: 'dan' },
  { url: '/api/catalogue', mode: 'tokens', as: 'Ann' },
]

/** Returns the server's current responses to valid requests. */
export async function goodAnswers(facts: FuzzServerFacts): Promise<GoodAnswer[]> {
  const answers: GoodAnswer[] = []
  for (const part of [...GOOD, { url: `/api/timeline?issueKey=${facts.issueKeys[0]}&calendar=team` }]) {
    const request = {
      mode: 'open',
      as: null,
      method: 'GET',
      url: '',
      headers: [],
      body: null,
      isValid: true,
      ...part,
    } as const
    answers.push({ request, answer: shown(await send(request, facts)) })
  }
  for (const { request, answer } of answers) expect([request.url, answer]).toMatchObject([request.url, { status: 200 }])
  return answers
}

function shown({ status, headers, body }: FuzzAnswer): Shown {
  const { date: _date, 'x-request-id': _id, ...others } = headers
  return { status, headers: others, body }
}

/** Checks that the server is alive, and responds to valid requests as at the start. */
export async function expectUnharmed({ server, good }: Fuzzing): Promise<void> {
  expect(server.isAlive()).toBe(true)
  for (const { request, answer } of good) expect(shown(await send(request, server.facts))).toEqual(answer)
}

/** Sends a request; throws if its response is invalid, or if the server was harmed. */
export async function checkRequest(request: FuzzRequest, fuzzing: Fuzzing): Promise<void> {
  const { server } = fuzzing
  const answer = await fastAnswer(fuzzing, () => send(request, server.facts))
  note(fuzzing, String(answer.status))
  const violation =
    answer.ms > TIME_LIMIT ? `it took ${Math.round(answer.ms)} ms` : violationIn(request, answer, server.facts)
  if (violation === null) return
  await expectUnharmed(fuzzing)
  throw new Error(violation)
}

/** Sends bytes; throws if the response is invalid, or if the server was harmed. */
export async function checkBytes(bytes: FuzzBytes, fuzzing: Fuzzing): Promise<void> {
  const { facts } = fuzzing.server
  const { text, ms } = await fastAnswer(fuzzing, () => sendBytes(bytes, facts))
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
  for (const status of statuses.length > 0 ? statuses : ['nothing']) note(fuzzing, `${status} to bytes`)
  const violation =
    ms > TIME_LIMIT ? `it took ${Math.round(ms)} ms` : (leakIn(text, facts) ?? violationInAll(text, statuses))
  if (violation === null) return
  await expectUnharmed(fuzzing)
  throw new Error(violation)
}

function violationInAll(text: string, statuses: readonly number[]): string | null {
  // An incomplete request needs no response.
  if (text === '') return null
  if (statuses.length === 0) return `it is no HTTP: ${text.slice(0, 500)}`
  const bad = statuses.find(status => status >= 500 && status !== 503)
  if (bad !== undefined) return `a status is ${bad}`
  const { headers } = readAnswer(text)
  return headers['x-content-type-options'] === 'nosniff' || statuses[0] === 100 ? null : 'it has no security headers'
}

/** Repeats a request until it is fast, up to a limit; after a slow one, while no other lane sends any. */
async function fastAnswer<T extends { readonly ms: number }>(fuzzing: Fuzzing, request: () => Promise<T>): Promise<T> {
  await fuzzing.quiet
  let answer = await request()
  if (answer.ms <= TIME_LIMIT) return answer
  const again = fuzzing.quiet.then(async () => {
    for (let time = 1; time < ATTEMPTS && answer.ms > TIME_LIMIT; time++) answer = await request()
  })
  fuzzing.quiet = again.catch(() => {})
  await again
  return answer
}

function note({ counts }: Fuzzing, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
