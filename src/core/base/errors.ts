import { didYouMean } from './did-you-mean.ts'

/**
 * The messages of all errors that a user can correct, by code.
 *
 * Codes are public: they are added, never renamed or reused (docs/reference/errors.md).
 */
export const messages = {
  ADDRESS_TAKEN: (e: { host: string; port: number }) =>
    `Port ${e.port} on ${e.host} is in use by another program. Choose another one with --port.`,
  ADDRESS_TOO_LONG: (e: { limit: number }) =>
    `The URL of the request is longer than ${e.limit} bytes. Send the parameters in the body of a POST request.`,
  DEMO_UNWANTED: (e: { dir: string; issues: number }) =>
    `The store ${e.dir} contains ${e.issues} issues of another tracker. Give the demo its own --store.`,
  DEMO_IN_STORE: (e: { dir: string }) =>
    `The store ${e.dir} contains the demo, which cannot be combined with other issues. Replace it with --yes, or give another --store.`,
  CALENDAR_BUILT_IN: (e: { id: string }) =>
    `Calendar ${e.id} is built in. Add your own calendar, and make it the default with 'sojourn calendar default ID'.`,
  CALENDAR_CHANGED: (e: { id: string; name: string }) =>
    `The calendar ${e.name} (id ${e.id}) was changed or replaced since you read it. Read it again, then repeat your change.`,
  CALENDAR_IN_USE: (e: { id: string }) =>
    `Calendar '${e.id}' is the default one. First make another one the default, with 'sojourn calendar default ID'.`,
  CALENDAR_INVALID: (e: { file: string; problems: readonly string[] }) =>
    `${e.file} is not a calendar:\n${e.problems.map(problem => `- ${problem}`).join('\n')}`,
  CALENDAR_TAKEN: (e: { id: string }) =>
    `There is a calendar '${e.id}' already. Change it with 'sojourn calendar replace ${e.id} FILE', or choose another --id.`,
  CALENDARS_TOO_MANY: (e: { most: number }) =>
    `There are ${e.most} calendars, the maximum. Remove one with 'sojourn calendar remove ID'.`,
  CALENDAR_UNPUBLISHED: () =>
    'The working calendar of this report is newer than the published tables that Trino reads. Publish the store again.',
  CALENDAR_UNKNOWN: (e: { id: string; near: readonly string[] }) =>
    `There is no calendar '${e.id}'.${didYouMean(e.near)} 'sojourn calendar list' shows all.`,
  CHANGE_STREAMS_TOO_MANY: (e: { limit: number; of: 'one user' | 'the server'; retryAfter: number }) =>
    `There are ${e.limit} open streams of changes, the maximum for ${e.of}. Close one of them, or poll.`,
  CONNECTION_BUSY: (e: { retryAfter: number }) =>
    `Another connection is being tested. Try again in ${e.retryAfter} seconds.`,
  CONNECTION_DEMO: (e: { dir: string; option: string }) =>
    `The store ${e.dir} contains the demo, which cannot be combined with a tracker. Replace it with ${e.option}, or give the connection another --store.`,
  CONNECTION_FAILED: (e: { address: string; failure: ConnectionFailure; reason: string }) =>
    `${e.address} cannot be read: ${e.reason}. ${failureSteps[e.failure]}`,
  CONNECTION_INVALID: (e: { messages: readonly string[] }) =>
    `The connection was not changed:\n${e.messages.map(message => `- ${message}`).join('\n')}`,
  CONNECTION_OPEN: () =>
    "Access mode 'open' lets everybody administer this server, and this request came through a proxy. Start the server with --access tokens, or use 'sojourn connect' and 'sojourn connection'.",
  CONNECTION_OTHER_TRACKER: (e: { dir: string; address: string; known: string }) =>
    `The store ${e.dir} holds the tracker ${e.known}, not ${e.address}. Give each tracker its own --store.`,
  CONNECTION_PAUSED: (e: { name: string }) =>
    `The connection ${e.name} is paused. Resume it with 'sojourn connection resume ${e.name}'.`,
  CONNECTION_PERMISSIONS: (e: { account: string }) =>
    `The account ${e.account} may not administer the tracker, so Sojourn cannot read who may see what. Choose one:\n` +
    '  --permissions tracker with the token of an administrator: as in the tracker\n' +
    '  --permissions account: every user sees all that this account sees\n' +
    "  --permissions manual: you decide with 'sojourn project restrict' and 'open'",
  CONNECTION_PROJECTS: (e: { account: string }) =>
    `The account ${e.account} sees no project. Let it browse a project, then connect again.`,
  CONNECTION_TAKEN: (e: { name: string }) =>
    `There is a connection '${e.name}' already. Choose another --name, or change it with 'sojourn connection set ${e.name}'.`,
  CONNECTION_PROJECT_TAKEN: (e: { project: string; connection: string; more: number }) =>
    `Project ${e.project}${e.more > 0 ? ` and ${e.more} more` : ''} already belongs to the connection ${e.connection}. Name other projects (--projects).`,
  CONNECTION_TOKEN: (e: { name: string; place: string; reason: string; variable: string }) =>
    `The token of ${e.name} in ${e.place}: ${e.reason}. Write it to that file, or set ${e.variable}.`,
  CONNECTION_UNKNOWN: (e: { name: string; near: readonly string[] }) =>
    `There is no connection '${e.name}'.${didYouMean(e.near)} 'sojourn connections' shows all.`,
  CONNECTION_VARIABLE: (e: { name: string; variable: string }) =>
    `The server takes the token of ${e.name} from the variable ${e.variable}. Replace it there, or start the server without it.`,
  CONNECTIONS_MISSING: () =>
    "There is no connection. Make one with 'sojourn connect jira URL --name NAME --token-file FILE'.",
  CONNECTIONS_PAUSED: (e: { names: readonly string[] }) =>
    `Nothing was read, because all connections are paused: ${e.names.join(', ')}. Resume one with 'sojourn connection resume ${e.names[0]}'.`,
  COUNTRY_UNKNOWN: (e: { value: string; near: readonly string[] }) =>
    `'${e.value}' is not the code of a country with known holidays.${didYouMean(e.near)} Codes are those of ISO 3166, such as DE.`,
  EXPECTATION_UNKNOWN: (e: { expected: string }) =>
    `The request expects '${e.expected}', which this server does not support. Remove the header Expect.`,
  EXPORTS_TOO_MANY: (e: { limit: number; retryAfter: number }) =>
    `You have ${e.limit} exports that run or wait, the maximum for one user. Wait for one of them to end, or cancel it.`,
  EXPORT_CANCELED: () => 'The export was canceled. No file was written.',
  EXPORT_ENDED: (_e: { id: string }) => 'The export is completed.',
  EXPORT_EXPIRED: (e: { id: string }) =>
    `The report with id ${e.id} has expired: its file was removed. Export it again.`,
  EXPORT_FAILED: (e: { id: string; reasons: readonly string[] }) => `The report with id ${e.id} failed or is aborted.`,
  EXPORT_KEY_USED: (e: { key: string }) =>
    `The Idempotency-Key '${e.key}' was sent before with other parameters. Send another key for another export.`,
  EXPORT_NOT_READY: (e: { id: string }) => `The report with id ${e.id} is not completed. It is still being processed.`,
  EXPORT_QUOTA: (e: { megabytes: number; retryAfter: number }) =>
    `The files of exports take up all of their ${e.megabytes} MB (setting exportQuotaMb). Remove files that you do not need, or try again when some have expired.`,
  EXPORT_SHARE: (e: { megabytes: number; retryAfter: number }) =>
    `Your files of exports take up all of your ${e.megabytes} MB, half of all files (setting exportQuotaMb). Remove files that you do not need, or try again when some have expired.`,
  EXPORT_LAYOUT_TOO_WIDE: (e: { columns: number; limit: number }) =>
    `The report has ${e.columns} value columns. A Parquet file with layout=wide has at most ${e.limit}. Choose fewer columns, or layout=long.`,
  EXPORT_UNKNOWN: (e: { id: string }) =>
    `The export with id ${e.id} could not be found or you do not have permission to view it.`,
  EXPORT_UNWRITTEN: (e: { reason: string }) => `The file could not be written: ${e.reason}. Nothing of it was kept.`,
  RANGE_INVALID: (e: { size: number }) => `The header Range selects nothing of the ${e.size} bytes of the file.`,
  FILE_UNREADABLE: (e: { file: string; reason: string }) => `${e.file}: cannot be read: ${e.reason}.`,
  FILTER_INVALID: (e: { file: string; problems: readonly string[] }) =>
    `${e.file} is not a list of saved queries:\n${e.problems.map(problem => `- ${problem}`).join('\n')}`,
  FILTER_TAKEN: (e: { name: string }) =>
    `There is a saved query '${e.name}' already. Remove it first with 'sojourn filter remove', or choose another name or --id.`,
  FILTER_UNKNOWN: (e: { id: string; near: readonly string[] }) =>
    `There is no saved query '${e.id}'.${didYouMean(e.near)} 'sojourn filter list' shows all.`,
  ICS_INVALID: (e: { file: string; reason: string }) => `${e.file} is not an iCalendar file: ${e.reason}.`,
  LOG_FIELD_UNKNOWN: (e: { field: string; near: readonly string[] }) =>
    `'${e.field}' is not a custom field of the tracker.${didYouMean(e.near)} Allowed: the id or the name of a custom field, such as customfield_10302.`,
  LOG_NAME_INVALID: (e: { name: string }) =>
    `'${e.name.slice(0, 100)}' is not a name in logs. Allowed: 1 to 255 characters.`,
  LOG_NAME_UNKNOWN: (e: { name: string; near: readonly string[] }) =>
    `The log name '${e.name}' has no mapping.${didYouMean(e.near)} 'sojourn field map --list' shows all.`,
  HOOK_UNSIGNED: () => 'The signature of this webhook is missing or wrong. Set the same secret in the tracker.',
  IMPORT_CONFLICT: (e: { file: string; refused: readonly { issue: IssueShown; other: IssueShown }[] }) =>
    `${e.file}: ${e.refused.length === 1 ? '1 issue is' : `${e.refused.length} issues are`} not the issue that has the same id or key:\n${conflictLines(e.refused)}\nNothing of this file was kept. Give each tracker its own --store; --skip-invalid omits such issues.`,
  IMPORT_CONNECTED: (e: { file: string; key: string; connection: string }) =>
    `${e.file}: ${e.key} is an issue of a project that the connection ${e.connection} keeps in sync. Nothing of this file was kept. Give the file another --store, or end the connection with 'sojourn connection remove ${e.connection}'.`,
  IMPORT_WITHOUT_HISTORIES: (e: { file: string; issues: number }) =>
    `${e.file}: ${e.issues === 1 ? 'its issue has no change log, so its past' : `none of its ${e.issues} issues has a change log, so their past`} is unknown. Nothing of this file was kept. Export the issues with expand=changelog; --without-histories imports them without a past.`,
  IMPORT_EMPTY: (e: { file: string; skipped: readonly { readonly location: string; readonly reason: string }[] }) => {
    const [first] = e.skipped
    return first
      ? `${e.file}: nothing could be read. ${first.location}: ${first.reason}.`
      : `${e.file} holds no issues. Check the query of the export, and the permissions of its user.`
  },
  IMPORT_FOREIGN: (e: { file: string; format: string; next: string }) =>
    `${e.file} is ${e.format}, not an export in JSON. ${e.next}`,
  IMPORT_INCOMPLETE: (e: { parts: readonly { readonly found: number; readonly total: number | null }[] }) =>
    `${e.parts.map(describePart).join(', ')}; the export is incomplete. Its issues were imported. Export all pages, or accept it with --partial.`,
  IMPORT_INVALID: (e: { file: string; location: string; reason: string }) =>
    `${e.file}: ${e.location}: ${e.reason}. Nothing of this file was kept; --skip-invalid imports the rest of it.`,
  IMPORT_LIST_INVALID: (e: { file: string; expected: string; reason: string }) =>
    `${e.file}: ${e.reason}. Expected ${e.expected}.`,
  IMPORT_OTHER_TRACKER: (e: { file: string; key: string | null; address: string; known: string }) =>
    `${e.file}: ${e.key === null ? 'this is' : `${e.key} is an issue of`} the tracker ${e.address}, but the store holds the tracker ${e.known}. Nothing of this file was kept. Give each tracker its own --store. If the tracker has a new address, import again with --new-address.`,
  IMPORT_RUNNING: (e: { dir: string }) =>
    `Another import into ${e.dir} is running. Wait for it to end, then repeat this one.`,
  IMPORT_STOPPED: () => 'The import was stopped. Nothing of the file it was reading was kept.',
  NAME_AMBIGUOUS: (e: { name: string; kind: string; ids: readonly string[] }) =>
    `'${e.name}' is the name of ${e.ids.length} ${e.kind}; give one of their ids: ${e.ids.join(', ')}.`,
  NOT_READY: (e: { reason: string }) => `The store is not ready: ${e.reason}.`,
  OPTION_INVALID: (e: { option: string; value: string; allowed: string }) =>
    `${e.option}: '${e.value}' is not allowed. Allowed: ${e.allowed}.`,
  OPTIONS_INVALID: (e: { problems: readonly string[] }) =>
    e.problems.length === 1
      ? e.problems[0]!
      : `The options are invalid:\n${e.problems.map(problem => `- ${problem}`).join('\n')}`,
  EXPORT_TOO_WIDE: (e: { columns: number; limit: number }) =>
    `The report has ${e.columns} columns. A sheet of Excel has at most ${e.limit}. Choose fewer columns, or export PARQUET with layout=long, which has a row for each value.`,
  QUERY_INVALID: (e: { problems: readonly { readonly message: string; readonly caret: string }[] }) =>
    e.problems.map(({ message, caret }) => `${message}\n${caret}`).join('\n'),
  QUERY_TOO_LARGE: () =>
    'This needs more memory than DuckDB may use. Request fewer issues, columns or conditions, or raise the limit (SOJOURN_MEMORY_MB).',
  REGION_UNKNOWN: (e: { country: string; value: string; near: readonly string[] }) =>
    `'${e.value}' is not the code of a region of ${e.country} with known holidays.${didYouMean(e.near)}`,
  REMOVAL_CONNECTED: (e: { project: string; connection: string }) =>
    `Project ${e.project} is kept in sync by the connection ${e.connection}. Nothing was removed. Remove the issues in the tracker, or the connection with 'sojourn connection remove ${e.connection} --forget-issues'.`,
  REMOVAL_UNCONFIRMED: (e: { what: string }) =>
    `Nothing was removed. To remove ${e.what} without a confirmation, add --yes.`,
  REVISION_MISSING: () => "Trino has no tables of this store yet. Publish it with 'sojourn lake publish'.",
  REVISION_OUTDATED: (e: { issues: number }) =>
    `More than ${e.issues} issues were removed or hidden since the tables that Trino reads were published. Publish the store again.`,
  REPORT_TOO_LARGE: (e: { rows: number; columns: number; cells: number; maxCells: number }) =>
    `The report has ${e.cells} cells (rows: ${e.rows}, value columns: ${e.columns}). Allowed: at most ${e.maxCells} (setting maxCells). Narrow it with a query, a date range, fewer groupByFields or fewer columns.`,
  REPORT_INVALID: (e: { messages: readonly string[] }) => e.messages.join('\n'),
  REPORT_KIND_UNKNOWN: (e: { kind: string; near: readonly string[] }) =>
    `There is no report '${e.kind}'.${didYouMean(e.near)} The reports are list, aggregation and issue.`,
  REPORT_ARGUMENT_INVALID: (e: { argument: string }) =>
    `'${e.argument}' is not a parameter. Write parameters as name=value, for example filterType=project.`,
  BODY_TYPE_UNSUPPORTED: (e: { type: string; allowed: string }) =>
    `ERROR: the request body has the content type '${e.type}'. Allowed: ${e.allowed}.`,
  BODY_TOO_LARGE: (e: { limit: number }) => `ERROR: the request body is larger than ${e.limit} bytes.`,
  REQUEST_MALFORMED: (e: { reason: string }) => `ERROR: the request cannot be read: ${e.reason}.`,
  REQUEST_HEAD_TOO_LARGE: (e: { limit: number }) =>
    `The URL and the headers of the request are larger than ${e.limit} bytes. Send the parameters in the body of a POST request.`,
  REQUEST_TOO_SLOW: () => 'The request did not arrive in time.',
  ROUTE_UNKNOWN: (e: { method: string; path: string }) => `There is no ${e.method} ${e.path}.`,
  ISSUE_UNKNOWN: (e: { keys: readonly string[] }) =>
    `The store has no ${e.keys.length === 1 ? 'issue' : 'issues'} ${e.keys.join(', ')}. Nothing was removed.`,
  METHOD_NOT_ALLOWED: (e: { method: string; allowed: string }) => `${e.method} is not allowed. Allowed: ${e.allowed}.`,
  SETTINGS_INVALID: (e: { problems: readonly string[] }) =>
    `The settings are invalid:\n${e.problems.map(problem => `- ${problem}`).join('\n')}`,
  STORE_CONNECTED: (e: { dir: string; connection: string }) =>
    `The store ${e.dir} belongs to the connection ${e.connection}. Give the demo its own --store.`,
  STORE_BUSY: (e: { dir: string; owner: string }) =>
    `The store ${e.dir} is in use by ${e.owner}. Stop that process, wait for it to end, or give another --store.`,
  STORE_EMPTY: (e: { dir: string; quarantine: string | null }) =>
    e.quarantine === null
      ? `The store ${e.dir} does not exist yet. Create one with 'sojourn import FILE', 'sojourn connect' or 'sojourn demo', or an empty one with 'sojourn serve --create', each with this --store.`
      : `The store ${e.dir} does not exist any more: it was moved to ${e.quarantine}. Restore a backup with 'sojourn restore FILE', or import again.`,
  STORE_FOREIGN: (e: { dir: string; reason: string }) =>
    `${e.dir} is not a Sojourn store: ${e.reason}. Give another --store.`,
  STORE_NEWER: (e: { dir: string; found: number; known: number }) =>
    `The store ${e.dir} was written by a newer Sojourn (schema ${e.found}; this one knows up to ${e.known}). Update Sojourn, or give another --store.`,
  /** `dir` is `null` for the store of a running server: clients must not learn where its folder is. */
  STORE_DAMAGED: (e: { dir: string | null; reason: string }) =>
    e.dir === null
      ? `The store is damaged: ${e.reason}. Start the server again: it moves the store to quarantine. Then restore a backup with 'sojourn restore FILE', or import again.`
      : `The store ${e.dir} cannot be opened: ${e.reason}. Restore a copy of it, or import again into a fresh --store.`,
  /** `dir` is only known to commands: clients of a server must not learn where its folder is. */
  STORE_FAILED: (e: { dir: string | null; reason: string }) =>
    `The store${e.dir === null ? '' : ` ${e.dir}`} stopped working: ${e.reason}. ${/space|quota|memory|too large/i.test(e.reason) ? 'Free space or memory' : 'Fix the cause'}, then start again. No acknowledged change is lost.`,
  ACCESS_REQUIRED: (e: { host: string }) =>
    `In access mode 'open' everyone who can reach the server has access to everything, so it listens on this machine only, not on ${e.host}. To let others in, set up access first:\n  sojourn user add YOU --group administrators\n  sojourn token create --user YOU\n  sojourn serve --access tokens --host ${e.host}`,
  AGGREGATION_TIMEOUT: (e: { seconds: number }) =>
    `The aggregation was not finished after ${e.seconds} seconds and was canceled. Request fewer issues (a shorter range, a narrower query), or run it with 'sojourn report' on the server's machine, which has no time limit.`,
  AGGREGATIONS_TOO_MANY: (e: { limit: number; retryAfter: number }) =>
    `You have ${e.limit} ${e.limit === 1 ? 'aggregation or flow request' : 'aggregations or flow requests'} running already, the maximum for one user (setting aggregationsPerUser). Wait for one of them to finish, or cancel its request.`,
  API_OFF: () =>
    'The report interface of this server is switched off. An administrator can switch it on with the setting api.',
  BACKUP_FAILED: (e: { file: string; reason: string }) =>
    `The backup ${e.file} cannot be made: ${e.reason}. Nothing was written there.`,
  BACKUP_INVALID: (e: { file: string; reason: string }) =>
    `${e.file} is not a backup that can be restored: ${e.reason}.`,
  FORBIDDEN: () => "You don't have permission to do this. Only members of the group administrators do.",
  GROUP_UNKNOWN: (e: { name: string; near: readonly string[] }) =>
    `There is no group '${e.name}'.${didYouMean(e.near)} Known groups are those of the tracker, and those that users were added to.`,
  REQUESTS_TOO_MANY: (e: { limit: number; retryAfter: number }) =>
    `You have ${e.limit} requests running or waiting. Allowed: at most ${e.limit} (setting requestsPerUser). Send this one again in ${e.retryAfter} seconds.`,
  ROWS_TOO_MANY: (e: { limit: number; retryAfter: number }) =>
    `You have ${e.limit} requests for rows of saved reports that run or wait, the maximum for one user. Send this one again in ${e.retryAfter} seconds.`,
  LAKE_FAILED: (e: { location: string; reason: string }) =>
    `Publishing to ${e.location} failed: ${e.reason}. The last complete revision stays current. Fix the cause, then publish again.`,
  LAKE_FOREIGN: (e: { location: string; reason: string }) =>
    `The lake ${e.location} does not belong to this store: ${e.reason}. Choose an empty place, or take over the lake of another store with --take-over.`,
  LAKE_MISSING: () => 'There is no place for the lake. Name one with --lake, or in the setting lake.',
  LIST_TIMEOUT: (e: { seconds: number; retryAfter: number }) =>
    `The response was not ready after ${e.seconds} seconds and was canceled. Try again later, or request fewer issues.`,
  NOT_SIGNED_IN: () =>
    "Authentication required. Send a token as 'Authorization: Bearer TOKEN', or your login name and a token with Basic authentication. An administrator can create a token with 'sojourn token create'.",
  PROJECT_UNKNOWN: (e: { key: string; near: readonly string[] }) =>
    `There is no project '${e.key}'.${didYouMean(e.near)} 'sojourn project list' shows all.`,
  RESTORE_REFUSED: (e: { dir: string; issues: number }) =>
    `The store ${e.dir} holds ${e.issues} issues. Restore into another --store, or add --replace, which first moves it into its quarantine folder.`,
  SERVER_BUSY: (e: { retryAfter: number }) => `The server is busy. Send the request again in ${e.retryAfter} seconds.`,
  STORE_QUARANTINED: (e: { dir: string; reason: string; quarantine: string }) =>
    `The store ${e.dir} is damaged: ${e.reason}. It was moved to ${e.quarantine}. Restore a backup with 'sojourn restore FILE', or import again.`,
  STORE_UNREACHABLE: (e: { dir: string; reason: string }) =>
    `The store ${e.dir} cannot be opened: ${e.reason}. It was not changed. Fix the cause, then start again.`,
  TIME_ZONE_REQUIRED: (e: { location: string; zones: readonly string[] }) =>
    e.zones.length === 0
      ? `The time zone of ${e.location} is not known. Give it with --time-zone.`
      : `${e.location} has several time zones. Choose one of them with --time-zone: ${e.zones.join(', ')}.`,
  TLS_REQUIRED: () =>
    "The page was opened over plain HTTP, over which browsers do not store the session cookie of this server. Open it over HTTPS, or ask the administrator to set plainHttp to 'on'.",
  TOKEN_UNKNOWN: (e: { id: string }) => `There is no token ${e.id}. 'sojourn token list' shows all.`,
  TRINO_FAILED: (e: { reason: string }) => `Trino did not answer the report: ${e.reason}.`,
  TRINO_MISSING: () =>
    'This server has no Trino cluster. Leave out engine=trino, or let an administrator set trinoUrl.',
  TRINO_REFUSED: (e: { address: string }) =>
    `Trino at ${e.address} refuses the user. Check the settings trinoUser and trinoSecretFile.`,
  TRINO_TOO_LARGE: () =>
    'This needs more memory than Trino may use. Request fewer issues, columns or conditions, or raise query.max-memory and query.max-memory-per-node of the cluster.',
  TRINO_UNABLE: (e: { reason: string }) => `Trino could not finish the report: ${e.reason}.`,
  TRINO_UNREACHABLE: (e: { address: string; reason: string }) =>
    `Trino at ${e.address} cannot be reached: ${e.reason}. Check that the cluster runs, and the setting trinoUrl.`,
  USER_TAKEN: (e: { login: string }) => `There is a user '${e.login}' already. 'sojourn user list' shows all.`,
  USER_UNKNOWN: (e: { login: string; near: readonly string[] }) =>
    `There is no user '${e.login}'.${didYouMean(e.near)} 'sojourn user list' shows all.`,
  SAVED_REPORT_INVALID: (e: { messages: readonly string[] }) =>
    `The report was not saved:\n${e.messages.map(message => `- ${message}`).join('\n')}`,
  SAVED_REPORT_NOT_OWN: (e: { name: string }) =>
    `The saved report '${e.name}' belongs to another user. Only its owner can change it. Save your own copy.`,
  SAVED_REPORT_TAKEN: (e: { name: string; id: string }) =>
    `You have a saved report '${e.name}' already (id ${e.id}). Change that one, or choose another name.`,
  SAVED_REPORT_UNKNOWN: (e: { id: string }) =>
    `There is no saved report with the id '${e.id}', or it is not shared with you.`,
  SAVED_REPORTS_TOO_MANY: (e: { most: number }) => `You have ${e.most} saved reports, the maximum. Remove some first.`,
  SHARED_REPORTS_TOO_MANY: (e: { count: number; most: number }) =>
    `You share ${e.count} saved reports. Allowed: at most ${e.most} (setting sharedReportsPerUser). Make one of them private, or save this one as private.`,
  SLE_TOO_FEW: (e: { count: number; fewest: number; days: number }) =>
    `The SLE was not saved: ${e.count} issues with a cycle time finished in the last ${e.days} days. Needed: at least ${e.fewest}.`,
  TEAM_INVALID: (e: { messages: readonly string[] }) =>
    `The team was not saved:\n${e.messages.map(message => `- ${message}`).join('\n')}`,
  TEAM_NOT_OWN: (e: { name: string }) =>
    `The team '${e.name}' belongs to another user. Only its owner can change it. Save your own copy.`,
  TEAM_TAKEN: (e: { name: string; id: string }) =>
    `You have a team '${e.name}' already (id ${e.id}). Change that one, or choose another name.`,
  TEAM_UNKNOWN: (e: { id: string }) => `There is no team '${e.id}', or it is not shared with you.`,
  TEAMS_TOO_MANY: (e: { most: number }) => `You have ${e.most} teams, the maximum. Remove some first.`,
  SHARED_TEAMS_TOO_MANY: (e: { count: number; most: number }) =>
    `You share ${e.count} teams. Allowed: at most ${e.most} (setting sharedReportsPerUser). Make one of them private, or save this one as private.`,
  WORKFLOW_BUILT_IN: () =>
    "The workflow 'default' follows the status categories of the tracker. Save another one with 'sojourn workflow set FILE'.",
  WORKFLOW_INVALID: (e: { messages: readonly string[] }) =>
    `The workflow was not saved:\n${e.messages.map(message => `- ${message}`).join('\n')}`,
  WORKFLOW_TAKEN: (e: { name: string; id: string }) =>
    `There is a workflow '${e.name}' already (id ${e.id}). Change that one, or choose another name.`,
  WORKFLOW_UNKNOWN: (e: { name: string; known: string }) => `There is no workflow '${e.name}'.${e.known}.`,
  WORKFLOWS_TOO_MANY: (e: { most: number }) => `There are ${e.most} saved workflows, the maximum. Remove some first.`,
  HOST_UNKNOWN: () =>
    "In access mode 'open' the server accepts requests from this machine only. Use http://localhost or http://127.0.0.1 with the port.",
  FOREIGN_PAGE: () =>
    "This request makes a change, but has no token and is not from Sojourn's own page. Send a token as 'Authorization: Bearer TOKEN'.",
  FOREIGN_SITE: () =>
    "Another website made this request. Without a sign-in, only Sojourn's own page and programs may read from this machine.",
  SYNC_INCOMPLETE: (e: {
    failed: readonly { readonly name: string; readonly reason: string; readonly next: string }[]
  }) => e.failed.map(({ name, reason, next }) => `${name}: ${reason} ${next}`).join('\n'),
  SYNC_STOPPED: () => 'The sync was stopped. What it had stored is kept; the next round goes on from there.',
  STOPPING: () => 'The server is stopping. Try again in a moment.',
} as const

/** Why a tracker cannot be read. */
export type ConnectionFailure = keyof typeof failureSteps

/** The next step after each failure of a tracker. */
const failureSteps = {
  unauthorized:
    'Check the token, and the email address (--email) of an API token of Jira Cloud or the login of a password.',
  forbidden: "Give the token's account the permission to browse projects.",
  'not-found':
    'Check the address: it is the base address of the tracker. A tracker without serverInfo needs its kind (--kind).',
  rejected: 'Check the address and the version of the tracker.',
  throttled: 'Try again later, or lower requestsPerSecond.',
  unavailable: 'Check the address and the network, and try again.',
  unreadable: 'Check the address: a login page or a proxy may answer in place of the tracker.',
  incomplete: 'Try again later.',
} as const

function describePart({ found, total }: { readonly found: number; readonly total: number | null }): string {
  return total === null ? `${found} issues, and more follow` : `${found} of ${total} issues`
}

/** An issue as messages show it; `created` in epoch milliseconds. */
interface IssueShown {
  readonly key: string
  readonly id: string
  readonly created: number
}

const CONFLICTS_SHOWN = 5

function conflictLines(refused: readonly { readonly issue: IssueShown; readonly other: IssueShown }[]): string {
  const lines = refused.slice(0, CONFLICTS_SHOWN).map(conflict => `- ${describeConflict(conflict)}`)
  const more = refused.length - lines.length
  return [...lines, ...(more > 0 ? [`- ... and ${more} more`] : [])].join('\n')
}

/** Returns the sentence that an issue has the id or the key of another one. */
export function describeConflict({ issue, other }: { readonly issue: IssueShown; readonly other: IssueShown }): string {
  return `${describeIssue(issue)} has the ${issue.id === other.id ? 'id' : 'key'} of ${describeIssue(other)}`
}

function describeIssue({ key, id, created }: IssueShown): string {
  return `${key} (id ${id}, created ${new Date(created).toISOString()})`
}

/** The code of an error that a user can correct. */
export type ErrorCode = keyof typeof messages

/** The parameters of the message of a code. */
export type ErrorParameters<C extends ErrorCode> = Parameters<(typeof messages)[C]>[0]

/**
 * An error that the user can correct. Its message says how.
 *
 * Every other error is a defect: it is logged in full, and the response has no details.
 */
export class UserError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'UserError'
  readonly code: C
  readonly parameters: ErrorParameters<C>

  constructor(code: C, ...parameters: ErrorParameters<C> extends undefined ? [] : [ErrorParameters<C>]) {
    super((messages[code] as (e: unknown) => string)(parameters[0]))
    this.code = code
    this.parameters = parameters[0] as ErrorParameters<C>
  }
}

/** Returns whether `error` is a UserError, with the given code if there is one. */
export function isUserError<C extends ErrorCode = ErrorCode>(error: unknown, code?: C): error is UserError<C> {
  return error instanceof UserError && (code === undefined || error.code === code)
}
