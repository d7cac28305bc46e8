import { openJira } from '../../../../../src/intake/source/jira/live/open-jira.ts'
import type {
  FetchedIssue,
  ListedIssue,
  Tracker,
  TrackerAccess,
  TrackerClock,
} from '../../../../../src/intake/source/tracker.ts'
import { TOKEN } from '../../../../support/fake-jira/start.js'
import { startFakeJira } from '../../../../support/fake-jira.js'
import { jumpingClock } from './virtual-clock.ts'

/** A running fake tracker. */
export type FakeJira = Awaited<ReturnType<typeof startFakeJira>>

/** A fake tracker, and our client for it. */
export interface OpenedFake {
  readonly fake: FakeJira
  readonly tracker: Tracker
  readonly clock: TrackerClock
  readonly slept: number[]
}

const opened: { stop: () => Promise<unknown>; close: () => Promise<void> }[] = []

/** Starts a fake tracker, and opens it with the token of its administrator. */
export async function openFake(
  options: Parameters<typeof startFakeJira>[0] = {},
  access: Partial<TrackerAccess> = {},
): Promise<OpenedFake> {
  const fake = await startFakeJira(options)
  return { fake, ...connect(fake, access) }
}

/** Opens a fake tracker that runs already. */
export function connect(fake: FakeJira, access: Partial<TrackerAccess> = {}): Omit<OpenedFake, 'fake'> {
  const isCloud = fake.tracker.dialect === 'cloud'
  const clock = jumpingClock(fake.tracker.clock.now())
  const tracker = openJira({
    name: 'fake',
    url: fake.url,
    kind: null,
    email: isCloud ? 'admin@example.com' : null,
    secret: async () => TOKEN,
    requestsPerSecond: 1000,
    concurrency: 4,
    batchIssues: isCloud ? 100 : 50,
    answerMb: 64,
    timeoutSeconds: 20,
    ca: null,
    proxy: null,
    gateway: new URL(fake.url).origin,
    clock,
    ...access,
  })
  opened.push({ stop: fake.stop, close: tracker.close })
  return { tracker, clock, slept: clock.slept }
}

/** Stops everything that was opened. */
export async function closeFakes(): Promise<void> {
  for (const { close, stop } of opened.splice(0)) {
    await close()
    await stop()
  }
}

/** Returns all issues of a list, by id, sorted. */
export async function listed(
  tracker: Tracker,
  project: string,
  from: number | null = null,
): Promise<readonly ListedIssue[]> {
  const issues = new Map<string, ListedIssue>()
  for await (const page of tracker.listIssues(project, from)) for (const issue of page) issues.set(issue.id, issue)
  return [...issues.values()].sort((a, b) => Number(a.id) - Number(b.id))
}

/** Returns the fetched issues, by id. */
export async function fetched(tracker: Tracker, ids: readonly string[]): Promise<ReadonlyMap<string, FetchedIssue>> {
  const issues = new Map<string, FetchedIssue>()
  for await (const issue of tracker.issues(ids)) issues.set(issue.id, issue)
  return issues
}
