import type { ViewList } from '../../src/app/views/view-types.ts'

/** An intended difference between the responses of the older version and those of this one. */
export interface KnownChange {
  readonly reason: string
  /** The names of the requests with changed responses. */
  readonly requests: readonly string[]
  /** Reverts the change in a response of this version. */
  readonly undo: (body: string) => string
}

const WITHOUT_LOG =
  '"repairedIssueCount":N,"warnings":["1 issue of this report has no change log: the present values are counted from the creation on. Export again with expand=changelog."]'

/** Matches a day of the years 2000 to 2023 or 2032 to 2040. */
const ADDED_DAY = '\\d\\d/\\d\\d/20(?:[01]\\d|2[0-3]|3[2-9]|40)'

const AUTHENTICATION_REQUIRED =
  "Authentication required. Send a token as 'Authorization: Bearer TOKEN', or your login name and a token with Basic authentication. An administrator can create a token with 'sojourn token create'."

const WHO_ARE_YOU =
  "Who are you? Send a token as 'Authorization: Bearer TOKEN', or your login and a token as Basic. An administrator makes one with 'sojourn token create'."

const PRESENT_MISMATCH = 'the present value differs from the new value of the last change. It counts from'

const OLD_PRESENT_MISMATCH = 'the present value is not the one that the last change left. It was taken to begin at'

/** Undoes the change of the number of repaired issues. */
function countAsRepaired(body: string): string {
  return [3, 5].reduce(
    (text, count) => text.replace(WITHOUT_LOG.replace('N', String(count)), `"repairedIssueCount":${count + 1}`),
    body,
  )
}

/** All known changes. Every other byte of every response is unchanged. */
export const knownChanges: readonly KnownChange[] = [
  {
    reason: 'An issue without a change log is not repaired; a warning counts such issues (LAB-3).',
    requests: [
      'ann-sees-the-secret-project',
      'bob-sees-no-secret-project',
      'list-any-field-count',
      'list-anyfield-duration',
      'list-assignee-duration',
      'list-combined-statuses',
      'list-default-calendar-trim-window',
      'list-every-field',
      'list-last-transition-from-date',
      'list-status-duration',
      'list-text-search',
      'page-combined-statuses',
      'page-list',
      'page-trim-window',
    ],
    undo: countAsRepaired,
  },
  {
    reason: 'An issue without a change log has no repairs to explain (LAB-3).',
    requests: ['repairs'],
    undo: body =>
      body.replace(
        '"LAB-4":[',
        '"LAB-3":["The history: the source says that it left changes out. What it told was used."],"LAB-4":[',
      ),
  },
  {
    reason: 'Users who share a login have different column ids; before, several columns had one id.',
    requests: ['list-assignee-duration', 'list-any-field-count'],
    undo: body =>
      body
        .replace(/"(assignee\|)?(ann|bob|cy) \(\2\)"/g, '"$1$2"')
        .replace(
          /"(assignee\|)?JIRAUSER([123])"/g,
          (_, field, user) => `"${field ?? ''}${['ann', 'bob', 'cy'][user - 1]}"`,
        ),
  },
  {
    reason: 'A calendar with the holidays of a country has those of 2000 to 2040; before, of 2024 to 2031.',
    requests: ['calendars', 'list-country-calendar', 'page-day-length'],
    undo: body =>
      body
        .replace(new RegExp(`,\\{"date":"${ADDED_DAY}","applyEachYear":false,"description":"[^"]+"\\}`, 'g'), '')
        .replace(new RegExp(`,"${ADDED_DAY}":"[^"]+"`, 'g'), '')
        .replace(new RegExp(`\\\\n${ADDED_DAY} [^"\\\\]+`, 'g'), ''),
  },
  {
    reason: 'Dates write weeks and eras as Java does in the locale: in en-US a week begins on Sunday.',
    requests: ['list-last-transition-to-status-date-weeks'],
    undo: body =>
      body
        .replaceAll('"2024-W10 2 AD"', '"2024-W10 1 AD"')
        .replaceAll('"2024-W18 5 AD","raw":"1714310796359"', '"2024-W17 4 AD","raw":"1714310796359"')
        .replaceAll('"2025-W06 2 AD"', '"2025-W06 1 AD"')
        .replaceAll(' AD"', ' Anno Domini"'),
  },
  {
    reason: 'Errors of names say that a name is allowed, and suggest near names.',
    requests: ['list-mistakes', 'bob-asks-for-the-secret-project'],
    undo: body =>
      body
        .replaceAll('is not the key or the name of a project', 'is not the key of a project')
        .replace(
          'normalHours, 0 or the id or the name of a custom calendar',
          'normalHours or the id of a custom calendar',
        )
        .replace(" Did you mean 'statusDuration'?", ''),
  },
  {
    reason: 'The message of a request without a valid token names the problem.',
    requests: ['nobody', 'cy-is-disabled'],
    undo: body => body.replace(AUTHENTICATION_REQUIRED, WHO_ARE_YOU),
  },
  {
    reason: 'The catalogue says in which reports a parameter has an effect.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replace(/,"parameters":\[.*?\}\]/, ''),
  },
  {
    reason: 'The catalogue has the last update of each project.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replaceAll(/("address":null),"lastUpdate":(?:null|"[^"]*")/g, '$1'),
  },
  {
    reason: 'The catalogue says whether a tracker is connected, and the addresses of the trackers of projects.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replace(',"isConnected":false', '').replaceAll(',"address":null', ''),
  },
  {
    reason: 'The catalogue has the path of exports.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replace(/,"exports":"[^"]*"/, ''),
  },
  {
    reason: 'The catalogue has the formats of files.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replace(/,"fileFormats":\[[^\]]*\]/, ''),
  },
  {
    reason: 'The catalogue has the aggregates.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replace(/,"aggregates":\[.*?\}\]/, ''),
  },
  {
    reason: 'The catalogue has the texts that the page shows for each report.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replaceAll(/,"page":\{.*?\}/g, ''),
  },
  {
    reason: 'The sentences of explanations are worded in plain English.',
    requests: ['explain'],
    undo: body => body.replace('"rule":"The sum of all visits."', '"rule":"The times of all visits add up."'),
  },
  {
    reason: 'The sentences of repairs are worded in plain English.',
    requests: ['explain', 'repairs', 'timeline'],
    undo: body =>
      body
        .replaceAll(PRESENT_MISMATCH, OLD_PRESENT_MISMATCH)
        .replaceAll(
          'the source reports missing changes. The available changes are used.',
          'the source says that it left changes out. What it told was used.',
        ),
  },
  {
    reason: 'The stays of a timeline have the time that counts.',
    requests: ['timeline'],
    undo: body => body.replaceAll(/,"raw":\d+,"value":"[^"]*"/g, ''),
  },
  {
    reason: 'Saved reports have parameters, display options, an owner and a sharing in place of an address.',
    requests: ['saved-reports', 'bob-saved-reports'],
    undo: savedAddresses,
  },
  {
    reason: 'The catalogue has the path of the saved reports.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replace(',"views":"/rest/tis/report/1.0/api/views"', ''),
  },
  {
    reason: 'The catalogue has the priorities in the order of the tracker.',
    requests: ['catalogue', 'bob-catalogue'],
    undo: body => body.replace(/,"priorities":\[[^\]]*\]/, ''),
  },
  {
    reason: 'A distribution names the parameters that it ignores.',
    requests: ['distribution'],
    undo: body => body.replace(/,"warnings":\["aggregationType [^"]*","viewFormat [^"]*"\]/, ''),
  },
]

/** The new paths of requests that moved. */
export const movedPaths: Readonly<Record<string, string>> = {
  '/api/reports': '/rest/tis/report/1.0/api/views',
}

/** Returns the names and addresses of saved reports, as the page of the older version had them. */
function savedAddresses(body: string): string {
  const { views } = JSON.parse(body) as ViewList
  return JSON.stringify(
    views.map(({ name, endpoint, parameters, display }) => {
      const values = [...parameters, ...display].map((one): [string, string] => [one.name, one.value])
      return { name, address: String(new URLSearchParams([['report', endpoint], ...values])) }
    }),
  )
}

/** Reverts the known changes in a response of this version; throws if one does not apply. */
export function withoutKnownChanges(name: string, body: string): string {
  return knownChanges
    .filter(({ requests }) => requests.includes(name))
    .reduce((text, { undo, reason }) => {
      const undone = undo(text)
      if (undone === text) throw new Error(`the answer to ${name} lacks a known change: ${reason}`)
      return undone
    }, body)
}

/** Removes what varies between requests, and sentences for people that may be reworded. */
export function comparable(body: string): string {
  return body
    .replace(/"time":"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"\}$/, '"time":"*"}')
    .replace(/("status":401,"detail":)"[^"]*"/, '$1"*"')
}
