import { expect } from 'vitest'
import { readAnswer } from '../http/exchange.ts'
import { leakIn, mistakeIn } from './check-answer.ts'
import type { FuzzBytes, FuzzRequest } from './fuzz-request.ts'
import type { FuzzServerFacts } from './fuzz-server-facts.ts'
import { type FuzzAnswer, send, sendBytes } from './send.ts'
import type { FuzzServer } from './start-fuzz-server.ts'

/** A run of requests against a server. */
export interface Fuzzing {
  readonly server: FuzzServer
  /** How often there was an answer of a status. */
  readonly counts: Map<string, number>
  /** Resolves when nobody has to be left alone. */
  quiet: Promise<void>
  /** The answers to good requests at the start. */
  readonly good: readonly GoodAnswer[]
}

/** A request in order, and its answer. */
export interface GoodAnswer {
  readonly request: FuzzRequest
  readonly answer: Shown
}

/** What of an answer is always the same. */
type Shown = Pick<FuzzAnswer, 'status' | 'headers' | 'body'>

/** How long an answer may take. Milliseconds. */
const SOON = 2_000

/** How often something slow is asked for: on a busy machine anything is slow once. */
const PATIENCE = 3

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

/** What the server answers to good requests now. */
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

/** The server is there, and answers good requests as it did at the start. */
export async function expectUnharmed({ server, good }: Fuzzing): Promise<void> {
  expect(server.isAlive()).toBe(true)
  for (const { request, answer } of good) expect(shown(await send(request, server.facts))).toEqual(answer)
}

/** Sends a request and throws what is wrong with its answer, or with the server after it. */
export async function checkRequest(request: FuzzRequest, fuzzing: Fuzzing): Promise<void> {
  const { server } = fuzzing
  const answer = await soon(fuzzing, () => send(request, server.facts))
  note(fuzzing, String(answer.status))
  const mistake = answer.ms > SOON ? `it took ${Math.round(answer.ms)} ms` : mistakeIn(request, answer, server.facts)
  if (mistake === null) return
  await expectUnharmed(fuzzing)
  throw new Error(mistake)
}

/** Sends bytes and throws what is wrong with what comes back, or with the server after it. */
export async function checkBytes(bytes: FuzzBytes, fuzzing: Fuzzing): Promise<void> {
  const { facts } = fuzzing.server
  const { text, ms } = await soon(fuzzing, () => sendBytes(bytes, facts))
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
  for (const status of statuses.length > 0 ? statuses : ['nothing']) note(fuzzing, `${status} to bytes`)
  const mistake = ms > SOON ? `it took ${Math.round(ms)} ms` : (leakIn(text, facts) ?? mistakeInAll(text, statuses))
  if (mistake === null) return
  await expectUnharmed(fuzzing)
  throw new Error(mistake)
}

function mistakeInAll(text: string, statuses: readonly number[]): string | null {
  // Bytes that are no whole request need no answer.
  if (text === '') return null
  if (statuses.length === 0) return `it is no HTTP: ${text.slice(0, 500)}`
  const bad = statuses.find(status => status >= 500 && status !== 503)
  if (bad !== undefined) return `a status is ${bad}`
  const { headers } = readAnswer(text)
  return headers['x-content-type-options'] === 'nosniff' || statuses[0] === 100 ? null : 'it has no security headers'
}

/** Asks until it is answered soon, at most so many times; when it was slow, again while nobody else asks. */
async function soon<T extends { readonly ms: number }>(fuzzing: Fuzzing, ask: () => Promise<T>): Promise<T> {
  await fuzzing.quiet
  let answer = await ask()
  if (answer.ms <= SOON) return answer
  const again = fuzzing.quiet.then(async () => {
    for (let time = 1; time < PATIENCE && answer.ms > SOON; time++) answer = await ask()
  })
  fuzzing.quiet = again.catch(() => {})
  await again
  return answer
}

function note({ counts }: Fuzzing, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
