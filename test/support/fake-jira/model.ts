/** The REST API that a fake tracker speaks. */
export type Dialect = 'cloud' | 'server'

/** A user. Change logs name the `id`: the account id on Cloud, the user key on Server. */
export interface FakeUser {
  id: string
  login: string
  name: string
  email: string
  active: boolean
  /** The IANA zone in which dates of JQL are read. */
  zone: string
}

/** Who has a permission, as in a permission scheme. */
export interface Holder {
  type:
    | 'anyone'
    | 'applicationRole'
    | 'assignee'
    | 'group'
    | 'groupCustomField'
    | 'projectLead'
    | 'projectRole'
    | 'reporter'
    | 'user'
    | 'userCustomField'
  /**
   * The name of a group, the id of a user or role, or a field. An application role without one is every signed-in user; a
   * group without one is everyone.
   */
  parameter?: string
}

/** A user or a group in a project role. */
export type RoleActor = { user: string } | { group: string }

export interface FakeVersion {
  id: string
  name: string
  released: boolean
  archived: boolean
  releaseDate: string | null
}

export interface FakeComponent {
  id: string
  name: string
}

export interface FakeProject {
  id: string
  key: string
  name: string
  /** The id of a user. */
  lead: string
  /** Who may browse it. */
  browse: Holder[]
  /** The actors of each role, by the role's id. */
  roles: Record<string, RoleActor[]>
  archived: boolean
  nextNumber: number
  versions: FakeVersion[]
  components: FakeComponent[]
}

export interface FakeStatus {
  id: string
  name: string
  category: 'new' | 'indeterminate' | 'done'
}

/** An issue type, a priority, a resolution or a role. */
export interface Named {
  id: string
  name: string
}

export interface FakeSprint {
  id: number
  name: string
  state: 'future' | 'active' | 'closed'
  board: number
  start: number | null
  end: number | null
}

export interface FakeBoard {
  id: number
  name: string
  type: 'scrum' | 'kanban'
  project: string
}

export interface FakeFilter {
  id: string
  name: string
  jql: string
  owner: string
}

export interface SecurityLevel {
  id: string
  name: string
  members: Holder[]
}

/** One changed field of a log entry. */
export interface LogItem {
  field: string
  /** Cloud sends it with most items, Server with none. */
  fieldId: string | null
  fieldtype: 'jira' | 'custom'
  from: string | null
  fromString: string | null
  to: string | null
  toString: string | null
}

export interface LogEntry {
  id: number
  /** The id of a user. Some real entries have no author. */
  author: string | null
  /** Milliseconds. */
  created: number
  items: LogItem[]
  /** The entry of a real tracker, which is served as it is. */
  raw?: Json
}

export interface FakeIssue {
  id: number
  key: string
  /** The id of its project. */
  project: string
  /** Milliseconds. */
  created: number
  updated: number
  resolved: number | null
  summary: string
  description: string | null
  type: string
  status: string
  priority: string
  resolution: string | null
  assignee: string | null
  reporter: string | null
  creator: string | null
  labels: string[]
  sprints: number[]
  fixVersions: string[]
  components: string[]
  storyPoints: number | null
  /** The id of its security level. */
  security: string | null
  archived: number | null
  /** Oldest first. */
  log: LogEntry[]
  /** The issue of a real tracker, which is served as it is except for the fields in `changed`. */
  raw?: Json
  changed?: Set<string>
}

/** Parsed JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the shapes of a tracker's JSON are checked against its recordings instead.
export type Json = Record<string, any>

/** A token and what it may do. */
export interface FakeToken {
  secret: string
  /** The login of its user. */
  login: string
  /** A scoped token of Cloud works only through the gateway. */
  scoped: boolean
}

/** What an endpoint answers. */
export interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** A request to the fake tracker, for its log. */
export interface LoggedRequest {
  /** Counts from 1. */
  number: number
  method: string
  path: string
  query: string
  body: Json | null
  /** The name of the endpoint; `null` when there is none at the path. */
  endpoint: string | null
  login: string | null
  /** The kind of credentials: `basic`, `bearer`, or `null` without any. */
  credentials: string | null
  /** The name of the fault that changed the answer. */
  fault: string | null
  /** The status of the answer; `null` while there is none. */
  status: number | null
  /** The time of the tracker's clock, in milliseconds. */
  at: number
  /** When it was received by a real clock that never goes back, in milliseconds. */
  receivedMs: number
}
