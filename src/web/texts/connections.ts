import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { formatNumber } from './format.ts'

const issues = (count: number) => (count === 1 ? '1 issue' : `${formatNumber(count)} issues`)

/** The texts of the pages of connections. */
export const connectionTexts = {
  home: 'Start page',
  newTitle: 'Connect a tracker',
  title: (name: string) => `Connection ${name}`,
  loading: 'Loading the connection …',
  loadingAll: 'Loading the connections …',
  unknown: (name: string) => `There is no connection ${name}.`,
  forAdministrators: 'Only administrators can manage connections.',
  demo: 'Your issues replace those of the demo when you connect. To keep the demo, start a server with a store of its own:',
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
    sameEmail: 'Leave it empty to keep the current one.',
    emailHint: {
      cloud: 'Leave it empty only for the token of a service account.',
      server: 'Needed with a password only, not with a personal access token.',
    },
    token: { cloud: 'API token', server: 'Personal access token or password' },
    tokenHint: 'It is sent to this address only. It is stored on the server, in a file that only the server can read.',
    allowHttp: 'Send the token without encryption',
    allowHttpHint: 'The address does not use HTTPS: anyone on the network path can read the token.',
    test: 'Test the connection',
    testing: 'Testing the connection …',
    found: (product: string, version: string | null) => `Found ${[product, version].filter(Boolean).join(' ')}`,
    foundAccount: (account: string, isAdministrator: boolean) =>
      `Signed in as ${account}${isAdministrator ? ', an administrator' : ''}.`,
    limitations: 'The account cannot read everything:',
    changed: 'Test the connection again: the details above have changed.',
    projects: 'Projects',
    which: 'Which projects',
    all: (count: number) => `All projects (${formatNumber(count)}), including new ones`,
    some: 'Only these',
    find: 'Search projects',
    chosen: (count: number, all: number) => `${formatNumber(count)} of ${formatNumber(all)} chosen`,
    more: (count: number) => `${formatNumber(count)} more. Search to find them.`,
    noneFound: 'No project matches.',
    chooseSome: 'Choose at least one project.',
    noProjects: 'The account cannot see any project. Let it browse one, then test again.',
    since: 'Ignore issues not changed since',
    sinceHint: 'Leave it empty to read all issues.',
    permissions: 'Who may see the issues',
    permissionModes: {
      tracker: {
        name: 'As in the tracker',
        text: 'Users see the issues that they see in the tracker. This needs the token of an administrator.',
      },
      account: { name: 'Everyone sees everything', text: 'Every user here sees what this account sees.' },
      manual: { name: 'As set in Sojourn', text: 'Administrators decide with the command sojourn project.' },
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
    CONNECTION_PERMISSIONS: 'The account is not an administrator of the tracker. Choose another option.',
    CONNECTION_OTHER_TRACKER:
      'This server already has another tracker. Each tracker needs a server with its own store.',
    CONNECTION_DEMO: 'This server has the demo, which cannot be combined with a tracker.',
    CONNECTION_BUSY: 'Another connection is being tested. Try again in a few seconds.',
  } as Readonly<Record<string, string>>,
  live: {
    well: 'All is well.',
    failed: (count: number) =>
      `${issues(count)} cannot be read. 'Sync now' reads ${count === 1 ? 'it' : 'them'} again at once.`,
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
    hidden: 'The account can no longer browse it.',
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
    since: 'Ignored',
    sinceText: (date: string) => `issues not changed since ${date}`,
    token: 'Token',
    tokenFrom: {
      variable: 'in an environment variable of the server',
      file: 'in a file that a command gave',
      store: 'in the store of this server',
    },
    unread: 'Issue not read',
    unreadIssue: (
      { name, since, reason, nextTry }: ManagedConnection['unread']['issues'][number],
      time: (instant: string) => string,
    ) => {
      const facts = [
        name,
        since !== null && `since ${time(since)}`,
        nextTry === null ? 'next try in the next sync' : `next try ${time(nextTry)}`,
      ]
      return [facts.filter(Boolean).join(', '), reason].filter(Boolean).join(': ')
    },
    moreUnread: (count: number) => `${formatNumber(count)} more`,
    problems: 'Could not be read',
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
      variable: 'The token is in an environment variable of the server. Replace it there.',
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
