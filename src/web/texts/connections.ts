import type { ManagedConnection } from '../../page/page-types.ts'
import { formatNumber } from './format.ts'

const issues = (count: number) => (count === 1 ? '1 issue' : `${formatNumber(count)} issues`)

/** The texts of the pages of connections. */
export const connectionTexts = {
  home: 'Start page',
  newTitle: 'Connect a tracker',
  title: (name: string) => `Connection ${name}`,
  loading: 'Reading the connection …',
  loadingAll: 'Reading the connections …',
  unknown: (name: string) => `There is no connection ${name}.`,
  forAdministrators: 'Only administrators manage connections.',
  demo: 'This server has the demo, which cannot be combined with a tracker. Start a server with a store of its own:',
  demoCommand: 'sojourn serve --create --store my-issues',
  form: {
    what: 'Sojourn reads the issues and their histories, and keeps them in sync. It changes nothing in the tracker.',
    tracker: 'Tracker',
    kind: 'Kind of tracker',
    kinds: { cloud: 'Jira Cloud', server: 'Jira Data Center' },
    address: 'Address',
    addressExamples: { cloud: 'https://team.atlassian.net', server: 'https://jira.example.org' },
    name: 'Name of the connection',
    nameHint: 'Lower-case letters, digits and hyphens. It appears in commands and in the log.',
    email: { cloud: 'Email address of the account', server: 'Login' },
    sameEmail: 'Leave it empty to keep the one before.',
    emailHint: {
      cloud: 'Leave it empty only for the token of a service account.',
      server: 'Only for a password. A personal access token needs none.',
    },
    token: { cloud: 'API token', server: 'Personal access token or password' },
    tokenHint: 'It is sent to this address only. It is stored on the server, in a file that only the server can read.',
    allowHttp: 'Send the token without encryption',
    allowHttpHint: 'The address has no HTTPS: everyone on the way can read the token.',
    test: 'Test the connection',
    testing: 'Asking the tracker …',
    found: (product: string, version: string | null) => `Found ${[product, version].filter(Boolean).join(' ')}`,
    foundAccount: (account: string, isAdministrator: boolean) =>
      `Signed in as ${account}${isAdministrator ? ', an administrator' : ''}.`,
    limitations: 'The account cannot read everything:',
    changed: 'Test the connection again: the details above have changed.',
    projects: 'Projects',
    which: 'Which projects',
    all: (count: number) => `All ${formatNumber(count)}, also new ones`,
    some: 'Only these',
    find: 'Find a project',
    chosen: (count: number, all: number) => `${formatNumber(count)} of ${formatNumber(all)} chosen`,
    more: (count: number) => `${formatNumber(count)} more projects: search to find them.`,
    noneFound: 'No project matches.',
    chooseSome: 'Choose at least one project.',
    noProjects: 'The account sees no project. Let it browse a project, then test again.',
    since: 'Leave out issues without changes since',
    sinceHint: 'Empty: all issues.',
    permissions: 'Who may see the issues',
    permissionModes: {
      tracker: {
        name: 'As in the tracker',
        text: 'Users see the issues that they see in the tracker. This needs the token of an administrator.',
      },
      account: { name: 'Everybody sees all', text: 'Every user here sees what this account sees.' },
      manual: { name: 'As set here', text: 'Administrators decide with the command sojourn project.' },
    },
    choosePermissions: 'Choose who may see the issues.',
    save: 'Connect',
    saving: 'Connecting …',
  },
  subjects: {
    name: 'The name',
    address: 'The address',
    email: 'The account',
    token: 'The token',
    projects: 'The list of projects',
    since: 'The date',
  } as Readonly<Record<string, string>>,
  errors: {
    CONNECTION_TAKEN: 'Another connection has this name.',
    CONNECTION_PERMISSIONS: 'The account is no administrator of the tracker. Choose another way.',
    CONNECTION_OTHER_TRACKER:
      'This server has another tracker already. Each tracker needs a server with its own store.',
    CONNECTION_DEMO: 'This server has the demo, which cannot be combined with a tracker.',
    CONNECTION_BUSY: 'Another connection is being tested. Try again in a few seconds.',
  } as Readonly<Record<string, string>>,
  live: {
    well: 'All is well.',
    failed: (count: number) => `${issues(count)} cannot be read. The next sync tries again.`,
    again: 'The next sync tries again.',
  },
  progress: {
    facts: ({ done, total, issuesPerSecond, remainingMs, waitedMs }: NonNullable<ManagedConnection['running']>) =>
      [
        total !== null && done <= total ? `${formatNumber(done)} of ${formatNumber(total)}` : done > 0 && issues(done),
        issuesPerSecond !== null && `${formatNumber(Math.round(issuesPerSecond))} issues/s`,
        waitedMs >= 1000 && `waited ${seconds(waitedMs)} for the tracker`,
        remainingMs !== null && `${seconds(remainingMs)} left`,
      ]
        .filter(Boolean)
        .join(' · '),
  },
  projects: {
    title: 'Projects',
    project: 'Project',
    stored: 'Stored',
    due: 'To read',
    failed: 'Failed',
    census: 'Last compared',
    noCensus: 'not yet',
    hidden: 'The account may not browse it any more.',
    none: 'The projects are not known yet.',
    ask: (project: string) => `Where does work wait in ${project}?`,
  },
  facts: {
    title: 'Details',
    tracker: 'Tracker',
    account: 'Account',
    zone: 'Time zone',
    permissions: 'Who may see the issues',
    until: 'Data until',
    noData: 'no data yet',
    lastSync: 'Last sync',
    counts: ({ fetched, gone, failed, requests }: NonNullable<ManagedConnection['lastRound']>) =>
      `${formatNumber(fetched)} read, ${formatNumber(gone)} removed, ${formatNumber(failed)} failed, ${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'}`,
    nextSync: 'Next sync',
    noSync: 'none scheduled',
    since: 'Without changes since',
    sinceText: (date: string) => `${date}: left out`,
    token: 'Token',
    tokenFrom: {
      variable: 'in a variable of the server',
      file: 'in a file that a command named',
      store: 'in the store of this server',
    },
    problems: 'Not readable',
  },
  actions: {
    title: 'Actions',
    sync: 'Sync now',
    synced: 'A sync starts.',
    pause: 'Pause',
    paused: 'Paused.',
    resume: 'Resume',
    resumed: 'Resumed.',
    accept: { site: 'Accept the tracker', clock: 'Accept the clock' },
    accepted: 'Accepted.',
    acceptLoss: {
      open: 'Accept the loss …',
      title: 'Accept the loss?',
      text: 'The issues that are gone from the tracker leave the reports with the next sync. This cannot be undone.',
      confirm: 'Accept the loss',
      done: 'Accepted. A sync starts.',
    },
    replace: {
      open: 'Replace the token …',
      variable: 'The token is in a variable of the server. Replace it there.',
      submit: 'Test and replace',
      done: 'The token is replaced.',
    },
    remove: {
      open: 'Remove …',
      title: (name: string) => `Remove the connection ${name}?`,
      text: 'The connection and its token are removed, and syncing stops. This cannot be undone.',
      issues: 'Its issues',
      keep: (count: number) => `Keep its ${issues(count)} in the reports, as they are now`,
      forget: (count: number) => `Remove its ${issues(count)} too`,
      confirm: 'Remove',
      done: (name: string, count: number) =>
        count > 0 ? `Removed ${name} with ${issues(count)}.` : `Removed ${name}. Its issues stay.`,
    },
  },
} as const

/** Formats a duration: `8 s`, `3 min`, `2 h`. */
function seconds(ms: number): string {
  if (ms < 90_000) return `${formatNumber(Math.max(1, Math.round(ms / 1000)))} s`
  if (ms < 90 * 60_000) return `${formatNumber(Math.round(ms / 60_000))} min`
  return `${formatNumber(Math.round(ms / 3_600_000))} h`
}
