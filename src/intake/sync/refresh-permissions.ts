import type { Instant } from '../../core/time/instant.ts'
import type { Store } from '../../store/engine/store.ts'
import { readConnection } from '../../store/rows/connection-rows.ts'
import {
  type AccountPermissions,
  confirmPermissions,
  deleteUnlinkedPermissions,
  hasPermissions,
  hasUnlinkedPermissions,
  type PermissionQuestions,
  readActive,
  readPermissionQuestions,
  readSample,
  replacePermissions,
  type SampledIssue,
} from '../../store/rows/tracker-permissions.ts'
import {
  type ProjectBrowsers,
  type Tracker,
  type TrackerClock,
  TrackerError,
  type TrackerPermissions,
} from '../source/tracker.ts'
import { isSameSite } from './read-hello.ts'

/** The maximum number of projects, and of issues, in one question. */
const MAX_ASKED = 1_000

/** The result of a refresh of permissions. */
export interface PermissionRefresh {
  /** The accounts whose permissions were read. */
  readonly checked: number
  /** The permissions that could not be read; one sentence each. They are denied when earlier ones expire. */
  readonly problems: readonly string[]
}

/**
 * Reads what the linked accounts of a connection may browse, and stores it. It does nothing unless the connection takes
 * permissions from the tracker, and without linked accounts.
 *
 * Each account is stored by itself and whole, with the time before the tracker was asked. Throws TrackerError when the
 * tracker cannot be asked; then earlier permissions expire by themselves.
 */
export async function refreshPermissions(
  tracker: Pick<Tracker, 'name' | 'hello' | 'permissions'>,
  store: Store,
  clock: Pick<TrackerClock, 'now'>,
): Promise<PermissionRefresh> {
  const { name: connection } = tracker
  const questions = await store.snapshot(run => readPermissionQuestions(run, connection))
  if (questions?.mode !== 'tracker') return { checked: 0, problems: [] }
  await forgetUnlinked(store, connection)
  if (questions.accounts.length === 0) return { checked: 0, problems: [] }
  // The tracker knows what it may be asked only after it introduced itself.
  if (!tracker.permissions.check && !tracker.permissions.browsers) {
    const hello = await tracker.hello()
    const known = (await store.snapshot(run => readConnection(run, connection)))?.identity
    if (known && !isSameSite(known, hello))
      return {
        checked: 0,
        problems: [`The tracker at ${hello.address} is another one, so its permissions are not used.`],
      }
  }
  const { permissions } = tracker
  const problems: string[] = []
  let checked = 0
  const ownAccount = async () => (await tracker.hello()).account.id
  for await (const { account, at, allowed } of answers(permissions, questions, store, clock, problems, ownAccount)) {
    await save(store, connection, account, allowed, at)
    checked++
  }
  return { checked, problems }
}

type Check = NonNullable<TrackerPermissions['check']>

interface Answer {
  readonly account: string
  /** The time before the tracker was asked. */
  readonly at: Instant
  readonly allowed: AccountPermissions
}

async function* answers(
  { check, browsers, groupMembers }: TrackerPermissions,
  questions: PermissionQuestions,
  store: Store,
  clock: Pick<TrackerClock, 'now'>,
  problems: string[],
  ownAccount: () => Promise<string>,
): AsyncIterable<Answer> {
  if (check) {
    yield* checkedAccounts(check, questions, store, clock, problems, ownAccount)
  } else if (browsers) {
    const at = clock.now()
    const active = await store.snapshot(run => readActive(run, questions.accounts))
    const accounts = questions.accounts.filter(account => active.has(account.toLowerCase()))
    for (const account of questions.accounts) {
      if (!accounts.includes(account))
        problems.push(`Account ${account} is not known as an active user of the tracker.`)
    }
    const projects = await projectsByAccount({ browsers, groupMembers }, { ...questions, accounts }, problems)
    // Permissions of security levels cannot be read.
    for (const account of questions.accounts)
      yield { account, at, allowed: { projects: projects.get(account) ?? [], issues: [] } }
  } else {
    problems.push('The account of the connection may not read permissions in the tracker.')
  }
}

/** Asks the tracker about each account. An account that it rejects is a problem of this account only. */
async function* checkedAccounts(
  check: Check,
  questions: PermissionQuestions,
  store: Store,
  clock: Pick<TrackerClock, 'now'>,
  problems: string[],
  ownAccount: () => Promise<string>,
): AsyncIterable<Answer> {
  let isIssueChecked: boolean | null = null
  for (const account of questions.accounts) {
    const at = clock.now()
    try {
      const sample = await store.snapshot(run => readSample(run, account, questions.projects))
      const allowed = await checkAccount(check, account, questions, sample)
      if (allowed.sample.size === 0 && sample.length > 0)
        isIssueChecked ??= await checksIssues(check, await ownAccount(), sample)
      const partial =
        isIssueChecked === false ? [] : allowed.projects.filter(project => isPartial(project, sample, allowed.sample))
      for (const project of partial) {
        problems.push(
          `Account ${account} may browse project ${project}, but not most of its issues. The project is hidden from its user.`,
        )
      }
      const projects = allowed.projects.filter(project => !partial.includes(project))
      yield { account, at, allowed: { projects, issues: allowed.issues } }
    } catch (error) {
      if (!(error instanceof TrackerError) || !['rejected', 'not-found'].includes(error.failure)) throw error
      problems.push(`The permissions of account ${account} cannot be read: ${error.message}`)
    }
  }
}

/**
 * Returns whether the tracker allows single issues at all: the account of the connection has read these. If it does not,
 * its answers say nothing about the issues of other accounts.
 */
async function checksIssues(check: Check, ownAccount: string, sample: readonly SampledIssue[]): Promise<boolean> {
  const issues = sample.slice(0, MAX_ASKED).map(({ ref }) => ref)
  return (await check(ownAccount, { projects: [], issues })).issues.size > 0
}

async function checkAccount(
  check: Check,
  account: string,
  { projects, issues }: PermissionQuestions,
  sample: readonly SampledIssue[],
): Promise<AccountPermissions & { readonly sample: ReadonlySet<string> }> {
  const refs = [...issues, ...sample].map(({ ref }) => ref)
  const allowedProjects: string[] = []
  const allowedIssues = new Set<string>()
  for (let from = 0; from < Math.max(projects.length, refs.length); from += MAX_ASKED) {
    const [someProjects, someIssues] = [projects.slice(from, from + MAX_ASKED), refs.slice(from, from + MAX_ASKED)]
    const allowed = await check(account, { projects: someProjects, issues: someIssues })
    allowedProjects.push(...someProjects.filter(ref => allowed.projects.has(ref)))
    for (const ref of someIssues) if (allowed.issues.has(ref)) allowedIssues.add(ref)
  }
  return {
    projects: allowedProjects,
    issues: issues.filter(({ ref }) => allowedIssues.has(ref)),
    sample: allowedIssues,
  }
}

/**
 * Returns whether an account may browse a project, but less than half of its sampled issues. Then its permission depends
 * on the issue: it may be that of the reporter. Some missing issues mean nothing: they may have been deleted meanwhile.
 */
function isPartial(project: string, sample: readonly SampledIssue[], allowed: ReadonlySet<string>): boolean {
  const sampled = sample.filter(issue => issue.project === project)
  return sampled.length > 0 && 2 * sampled.filter(({ ref }) => allowed.has(ref)).length < sampled.length
}

/**
 * Computes the projects that each account may browse, from permission schemes and the members of groups. A project
 * whose scheme cannot be read is denied to all.
 */
async function projectsByAccount(
  {
    browsers,
    groupMembers,
  }: Pick<TrackerPermissions, 'groupMembers'> & {
    readonly browsers: NonNullable<TrackerPermissions['browsers']>
  },
  { accounts, projects }: PermissionQuestions,
  problems: string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const byAccount = new Map<string, string[]>(accounts.map(account => [account, []]))
  const groups = new Map<string, ReadonlySet<string>>()
  const membersOf = async (group: string): Promise<ReadonlySet<string>> => {
    const members = await orProblem(
      async () => (await groupMembers?.(group)) ?? [],
      reason => problems.push(`The members of group ${group} cannot be read: ${reason}`),
    )
    return lowerCase(members ?? [])
  }
  for (const project of projects) {
    const found = await orProblem(
      () => browsers(project),
      reason => problems.push(`The permissions of project ${project} cannot be read: ${reason}`),
    )
    if (found === null) continue
    const everybody = found.anyone || found.signedIn
    for (const group of everybody ? [] : found.groups) {
      if (!groups.has(group)) groups.set(group, await membersOf(group))
    }
    for (const account of accounts) {
      if (everybody || isAmong(account, found, groups)) byAccount.get(account)!.push(project)
    }
  }
  return byAccount
}

function isAmong(
  account: string,
  { users, groups }: ProjectBrowsers,
  members: ReadonlyMap<string, ReadonlySet<string>>,
) {
  const lower = account.toLowerCase()
  return lowerCase(users).has(lower) || groups.some(group => members.get(group)!.has(lower))
}

/** Returns the result of `work`. Returns `null` after a failure that concerns only what was asked for. */
async function orProblem<T>(work: () => Promise<T>, report: (reason: string) => void): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TrackerError) || !['rejected', 'forbidden', 'not-found'].includes(error.failure)) throw error
    report(error.message)
    return null
  }
}

function lowerCase(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map(text => text.toLowerCase()))
}

/** Stores the permissions of an account. Without a change, caches of the store stay valid. */
async function save(
  store: Store,
  connection: string,
  account: string,
  allowed: AccountPermissions,
  at: Instant,
): Promise<void> {
  const who = { connection, account }
  if (await store.snapshot(run => hasPermissions(run, who, allowed))) {
    await store.transactKeepingCache(run => confirmPermissions(run, who, at))
  } else {
    await store.transact(run => replacePermissions(run, who, allowed, at))
  }
}

async function forgetUnlinked(store: Store, connection: string): Promise<void> {
  if (!(await store.snapshot(run => hasUnlinkedPermissions(run, connection)))) return
  await store.transact(run => deleteUnlinkedPermissions(run, connection))
}
