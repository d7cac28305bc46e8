import { UserError } from '../../core/base/errors.ts'

/** How the caller of an operation on connections names its options and its errors. */
export interface ConnectWording {
  /** The names of the options. */
  readonly labels: Readonly<
    Record<'tracker' | 'url' | 'name' | 'email' | 'projects' | 'since' | 'kind' | 'permissions' | 'allowHttp', string>
  >
  /** What lets a connection replace the demo. */
  readonly replaceDemo: string
  /** What is allowed as the keys of projects, as the end of a sentence. */
  readonly keys: string
  /** Returns the name of the store's folder for an error. */
  readonly store: (dir: string) => string
  /** Returns the error for problems; each begins with the label of its option. */
  readonly invalid: (problems: readonly string[]) => UserError
}

/** The words for commands. */
export const COMMAND_WORDING: ConnectWording = {
  labels: {
    tracker: 'TRACKER',
    url: 'URL',
    name: '--name',
    email: '--email',
    projects: '--projects',
    since: '--since',
    kind: '--kind',
    permissions: '--permissions',
    allowHttp: '--allow-http',
  },
  replaceDemo: '--yes',
  keys: 'keys of projects with commas between them, such as WEB,APP',
  store: dir => dir,
  invalid: problems => new UserError('OPTIONS_INVALID', { problems }),
}

/** The words for requests, whose bodies are JSON. They do not name folders of the server. */
export const REQUEST_WORDING: ConnectWording = {
  labels: {
    tracker: 'tracker',
    url: 'address',
    name: 'name',
    email: 'email',
    projects: 'projects',
    since: 'since',
    kind: 'kind',
    permissions: 'permissions',
    allowHttp: 'allowHttp',
  },
  replaceDemo: 'replaceDemo: true',
  keys: 'a list of keys of projects, such as ["WEB", "APP"], or null for all',
  store: () => 'of this server',
  invalid: messages => new UserError('CONNECTION_INVALID', { messages }),
}
