import type { Change, IssueHistory } from '../../../src/core/history/model.ts'
import {
  type FetchedIssue,
  type FoundIssue,
  type ListedIssue,
  type MaybeList,
  type Tracker,
  TrackerError,
  type TrackerFailure,
} from '../../../src/intake/source/tracker.ts'

/** A status of the tracker. */
export interface MemoryStatus {
  readonly kind: 'status'
  readonly id: string
  readonly name: string
  readonly category: string
}

/** A project of the tracker. */
export interface MemoryProject {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly isVisible: boolean
}

/** An issue of the tracker. */
export interface MemoryIssue {
  readonly id: string
  readonly project: string
  readonly number: number
  readonly created: number
  readonly updated: number
  readonly status: string
  readonly securityLevel: string | null
  readonly isArchived: boolean
  readonly isHidden: boolean
  /** Whether searches leave it out, although its address has it. */
  readonly isUnlisted: boolean
  readonly changes: readonly { readonly at: number; readonly from: string; readonly to: string }[]
}

/** The name of a method of the tracker that sends requests. */
export type Call =
  | 'hello'
  | 'projects'
  | 'roundLists'
  | 'hourlyLists'
  | 'listIssues'
  | 'countIssues'
  | 'issues'
  | 'find'
  | 'mayBrowse'

/** The instant at which the clock of each tracker begins. */
export const START = Date.parse('2026-01-01T00:00:00Z')

/** A tracker in memory, with the clock that it owns. It counts calls, and fails on request. */
export class MemoryTracker {
  now = START
  /** The number of issues of a page, and of a batch. */
  pageSize = 3
  identity = 'site-1'
  version: string | null = '9.0.0'
  readonly account = { id: 'ada', name: 'Ada' }
  readonly projects = new Map<string, MemoryProject>()
  readonly issues = new Map<string, MemoryIssue>()
  readonly statuses = new Map<string, MemoryStatus>()
  readonly calls: { readonly call: Call; readonly detail: string }[] = []
  /** Returns the failure of the n-th call, counted from 1; `null` to succeed. */
  fault: (n: number, call: Call, detail: string) => TrackerFailure | null = () => null
  /** Returns the listed issues of a page, to lose or repeat some. */
  page: (issues: readonly ListedIssue[]) => readonly ListedIssue[] = issues => issues
  /** What the tracker says about the number of issues of a project; `undefined` for the correct number. */
  count: number | null | undefined
  /** Changes what `issues` sends. */
  sent: (issue: FetchedIssue) => FetchedIssue | null = issue => issue
  /** Runs between two pages, and between two issues that are sent. */
  between: () => void = () => {}
  /** When to try again after a failure, in milliseconds. */
  retryAfterMs: number | null = null
  missingLists: Readonly<Record<string, string>> = {}
  groups: readonly { readonly name: string; readonly members: readonly string[] }[] = []
  filters: readonly {
    readonly id: string
    readonly name: string
    readonly jql: string
    readonly owner: string | null
  }[] = []
  #lastIssue = 0

  constructor() {
    for (const [id, name, category] of [
      ['1', 'Open', 'new'],
      ['2', 'In Progress', 'indeterminate'],
      ['3', 'Done', 'done'],
    ] as const)
      this.statuses.set(id, { kind: 'status', id, name, category })
  }

  addProject(id: string, key: string): void {
    this.projects.set(id, { id, key, name: `Project ${key}`, isVisible: true })
  }

  updateProject(id: string, update: Partial<MemoryProject>): void {
    this.projects.set(id, { ...this.projects.get(id)!, ...update })
  }

  addIssue(project: string): string {
    const id = String(10_000 + ++this.#lastIssue)
    this.issues.set(id, {
      id,
      project,
      number: this.#nextNumber(project),
      created: this.now,
      updated: this.now,
      status: '1',
      securityLevel: null,
      isArchived: false,
      isHidden: false,
      isUnlisted: false,
      changes: [],
    })
    return id
  }

  changeStatus(id: string, to: string, { touch = true }: { readonly touch?: boolean } = {}): void {
    const issue = this.issues.get(id)!
    const changes = [...issue.changes, { at: this.now, from: issue.status, to }]
    this.issues.set(id, { ...issue, status: to, changes, updated: touch ? this.now : issue.updated })
  }

  update(id: string, update: Partial<MemoryIssue>): void {
    this.issues.set(id, { ...this.issues.get(id)!, ...update })
  }

  move(id: string, project: string): void {
    this.update(id, { project, number: this.#nextNumber(project), updated: this.now })
  }

  delete(id: string): void {
    this.issues.delete(id)
  }

  #nextNumber(project: string): number {
    const own = [...this.issues.values()].filter(issue => issue.project === project)
    return own.reduce((largest, { number }) => Math.max(largest, number), 0) + 1
  }

  /** The number of calls of a method since the last reset. */
  called(call: Call): number {
    return this.calls.filter(one => one.call === call).length
  }

  /** Returns the tracker as a connection sees it. */
  open(): Tracker {
    const requests = new Map<string, number>([['200', 0]])
    const request = (call: Call, about = '') => {
      this.calls.push({ call, detail: about })
      requests.set('200', requests.get('200')! + 1)
      const failure = this.fault(this.calls.length, call, about)
      const detail = `failed on request: ${failure}`
      if (failure !== null) throw new TrackerError(failure, `GET /${call}`, detail, { retryAfterMs: this.retryAfterMs })
    }
    const isSearched = ({ project, isArchived, isHidden, isUnlisted }: MemoryIssue) =>
      !isArchived && !isHidden && !isUnlisted && this.projects.get(project)!.isVisible
    const list = <T>(name: string, items: readonly T[]): MaybeList<T> => {
      const missing = this.missingLists[name]
      return missing === undefined ? { items } : { missing }
    }
    return {
      name: 'memory',
      hello: async () => {
        request('hello')
        return {
          product: 'Jira Data Center',
          version: this.version,
          address: 'https://jira.example.org',
          identity: this.identity,
          account: this.account,
          timeZone: 'UTC',
          now: this.now,
          isAdministrator: true,
          limitations: [],
        }
      },
      projects: async () => {
        request('projects')
        return [...this.projects.values()].filter(({ isVisible }) => isVisible)
      },
      roundLists: async () => {
        request('roundLists')
        return { statuses: list('statuses', [...this.statuses.values()]), fields: list('fields', []) }
      },
      hourlyLists: async projects => {
        request('hourlyLists', projects.join(','))
        return {
          users: list('users', []),
          groups: list('groups', this.groups),
          versions: list('versions', []),
          components: list('components', []),
          sprints: list('sprints', []),
          priorities: list('priorities', []),
          resolutions: list('resolutions', []),
          types: list('issue types', []),
          filters: list('filters', this.filters),
        }
      },
      listIssues: (project, from) => this.#list(request, project, from, isSearched),
      countIssues: async projects => {
        request('countIssues', projects.join(','))
        if (this.count !== undefined) return this.count
        return [...this.issues.values()].filter(issue => projects.includes(issue.project) && isSearched(issue)).length
      },
      issues: ids => this.#fetch(request, ids, isSearched),
      find: async id => {
        request('find', id)
        return this.#find(id)
      },
      mayBrowse: async project => {
        request('mayBrowse', project)
        return this.projects.get(project)?.isVisible === true
      },
      permissions: { check: null, browsers: null, groupMembers: null },
      traffic: () => ({ requests, waitedMs: 0, bytes: 0 }),
      close: async () => {},
    }
  }

  async *#list(
    request: (call: Call, detail: string) => void,
    project: string,
    from: number | null,
    isSearched: (issue: MemoryIssue) => boolean,
  ): AsyncGenerator<readonly ListedIssue[]> {
    let after = 0
    for (;;) {
      request('listIssues', project)
      if (!this.projects.get(project)!.isVisible) throw new TrackerError('forbidden', 'GET /search', 'no permission')
      const rest = [...this.issues.values()]
        .filter(issue => issue.project === project && isSearched(issue) && Number(issue.id) > after)
        .filter(({ updated }) => from === null || updated >= from)
        .sort((a, b) => Number(a.id) - Number(b.id))
      const page = rest.slice(0, this.pageSize)
      if (page.length > 0)
        yield this.page(
          page.map(({ id, project, number, updated }) => ({
            id,
            key: `${this.projects.get(project)!.key}-${number}`,
            updated,
          })),
        )
      if (page.length < this.pageSize) return
      after = Number(page.at(-1)!.id)
      this.between()
    }
  }

  async *#fetch(
    request: (call: Call, detail: string) => void,
    ids: readonly string[],
    isSearched: (issue: MemoryIssue) => boolean,
  ): AsyncGenerator<FetchedIssue> {
    for (let start = 0; start < ids.length; start += this.pageSize) {
      const part = ids.slice(start, start + this.pageSize)
      request('issues', part.join(','))
      for (const id of part) {
        const issue = this.issues.get(id)
        const sent = issue && isSearched(issue) ? this.sent(this.#whole(issue)) : null
        if (sent) yield sent
        this.between()
      }
    }
  }

  #find(id: string): FoundIssue {
    const issue = this.issues.get(id)
    if (!issue || !this.projects.get(issue.project)!.isVisible) return { state: 'missing' }
    if (issue.isHidden) return { state: 'hidden' }
    return { state: 'found', project: issue.project, updated: issue.updated, isArchived: issue.isArchived }
  }

  #whole({ id, project, number, created, updated, status, securityLevel, changes }: MemoryIssue): FetchedIssue {
    const { key, name } = this.projects.get(project)!
    // Logs keep the name that a status had.
    const value = (ref: string) => ({ id: ref, label: `Status ${ref}` })
    const history: IssueHistory = {
      id,
      key: `${key}-${number}`,
      number,
      project: { id: project, key, name },
      created,
      updated,
      resolved: null,
      summary: `Issue ${id}`,
      description: null,
      creator: 'ada',
      truncated: false,
      hasLog: true,
      lastEntry: null,
      unreadable: [],
      invalid: [],
      formerKeys: [],
      present: new Map([
        ['status', [value(status)]],
        ['assignee', []],
      ]),
      changes: changes.map(
        ({ at, from, to }, i): Change => ({
          at,
          entry: String(i + 1),
          author: 'ada',
          field: 'status',
          from: [value(from)],
          to: [value(to)],
        }),
      ),
    }
    const issue = { location: `issue ${id}`, history, observations: [], multi: new Set<string>() }
    return { id, project, updated, securityLevel, issue }
  }
}
