import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { type ExportView, isPending } from '../../../src/app/exports/export-record.ts'
import { SERVER_TOPICS, type TopicName, topics } from '../../../src/app/operations/topics.ts'
import type { Team } from '../../../src/app/teams/team-types.ts'
import type { View } from '../../../src/app/views/view-types.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { UserError } from '../../../src/core/base/errors.ts'
import { folderIdentity } from '../../../src/core/base/folder-identity.ts'
import { connectWorkspace } from '../../../src/edge/control/connect-workspace.ts'
import { controlAddress } from '../../../src/edge/control/control-address.ts'
import { type ControlServer, listenForControl } from '../../../src/edge/control/listen-for-control.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { readFileRequest } from '../../../src/store/plan/file-request.ts'
import type { RawParameter } from '../../../src/store/plan/request-values.ts'
import { bodyOf, textOf } from '../../support/collected.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { smallFolder } from '../../support/small-store.ts'
import { DEPS, fileOf, LISTS, NOW, smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { recordingLog } from '../http/test-server.ts'

let folder: ReturnType<typeof temporaryFolder>
let dir: string
let workspace: Workspace
let log: ReturnType<typeof controlLog>
const listening: ControlServer[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  dir = join(folder.path, 'store')
  await smallFolder(dir)
  workspace = await openWorkspace(dir)
  log = controlLog()
})

afterEach(async () => {
  for (const server of listening.splice(0)) await server.stop(0)
  await workspace.close()
  folder.forget()
})

async function openWorkspace(at: string): Promise<Workspace> {
  return createWorkspace(await openStore(at, { create: false, limits: ONE_THREAD }), DEPS)
}

/** Returns a promise, and the function that resolves it. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>(done => {
    resolve = done
  })
  return { promise, resolve }
}

function controlLog() {
  const { lines, info, error } = recordingLog()
  return {
    lines,
    debug: (fields: object) => void lines.push({ ...fields, isDebug: true }),
    info,
    error,
    warn: (fields: object, message: string) => void lines.push({ ...fields, message }),
  }
}

async function listenFor(served: Partial<Workspace> = {}, at = dir): Promise<ControlServer> {
  const server = await listenForControl({ ...workspace, ...served }, at, log)
  listening.push(server)
  return server
}

const busyAt = (at: string) => new UserError('STORE_BUSY', { dir: at, owner: 'node (PID 1)' })

async function remote(served: Partial<Workspace> = {}): Promise<Workspace> {
  await listenFor(served)
  return connectWorkspace(busyAt(dir))
}

const caller = LOCAL_CALLER
const requestContext = { caller }
const REPORT = {
  endpoint: 'list' as const,
  parameters: ['filterType=project', 'projectKey=WEB', 'columnsBy=statusDuration', 'calendar=normalHours'].map(pair => {
    const [name, value] = pair.split('=')
    return { name: name!, value: value!, location: 'query' as const }
  }),
}
const FLOW = { endpoint: 'items', parameters: REPORT.parameters.slice(0, 2) } as const
const OFFICE = {
  name: 'Office',
  timeZone: 'Asia/Tokyo',
  workingTimes: [{ weekday: 'monday', start: '09:00', end: '17:00' }],
  holidays: [{ name: 'Day off', date: '2024-03-04', recurring: false }],
  exceptions: [{ name: 'Short', date: '2024-03-11', workingTimes: [{ start: '10:00', end: '12:00' }] }],
}
const ORIGIN = {
  file: { name: 'office.json', json: OFFICE },
  name: null,
  country: 'DE',
  region: 'BY',
  timeZone: null,
  hours: null,
  ics: null,
}

const SAVED = {
  name: 'Mine',
  endpoint: 'list',
  parameters: REPORT.parameters.map(({ name, value }) => ({ name, value })),
}

const TEAM = { name: 'Web', parameters: SAVED.parameters.filter(({ name }) => /^(filterType|projectKey)$/.test(name)) }

/** Returns a saved report or team without its id and its times, which differ between two workspaces. */
function withoutId<T extends View | Team>({ id: _id, created: _created, updated: _updated, ...view }: T) {
  return view
}

const WORKFLOW = {
  name: 'All',
  stages: [
    { name: 'Working', kind: 'active', statuses: ['Open', 'Doing'] },
    { name: 'Done', kind: 'done', statuses: ['Done'] },
  ],
}
const PAGE = { scope: 'all', startIndex: 0, pageSize: 9 } as const
const NO_OPTIONS = { full: false, census: false, dryRun: false, acceptLoss: false }
const NO_CHANGES = { settings: [], tokenFile: null, token: null, hookSecret: null, email: null, permissions: null }

function exportRequest() {
  const search = new URLSearchParams('filterType=project&projectKey=WEB&columnsBy=statusCount&outputType=csv')
  return readFileRequest([...search].map(([name, value]) => ({ name, value, location: 'query' })))
}

/** Leaves out what differs for each export. */
function shownExport({ outputType, query, total, asOf }: ExportView) {
  return { outputType, query, total, asOf }
}

/** The parameters of a question about an issue. */
function about(more: string): RawParameter[] {
  const search = new URLSearchParams(`columnsBy=statusDuration&calendar=normalHours&issueKey=WEB-1&${more}`)
  return [...search].map(([name, value]) => ({ name, value, location: 'query' }))
}

/** Calls every method that commands use, errors included, in a working order. */
function allCalls(
  {
    access,
    calendars,
    connections,
    exports,
    lake,
    names,
    queries,
    logNames,
    savedQueries,
    page,
    pageData,
    teams,
    views,
    workflows,
    ...workspace
  }: Workspace,
  backup: string,
  published: string,
) {
  let removed = ''
  let removedTeam = ''
  const endedExport = async () => {
    for (;;) {
      const [view] = (await exports.list(0, 9, requestContext)).exports
      if (!isPending(view!)) return exports.find(view!.exportId, requestContext)
      await pause(5)
    }
  }
  const savedId = async () => (await views.list(PAGE, requestContext)).views[0]!.id
  const teamId = async () => (await teams.list(PAGE, requestContext)).teams[0]!.id
  return {
    'workspace.report': [
      async () => textOf(await workspace.report(REPORT, requestContext)),
      () => workspace.report({ ...REPORT, parameters: [] }, requestContext),
    ],
    'workspace.flow': [
      async () => textOf(await workspace.flow(FLOW, requestContext)),
      () => workspace.flow({ ...FLOW, parameters: [] }, requestContext),
    ],
    'workspace.summary': [() => workspace.summary()],
    'workspace.holdsDemo': [() => workspace.holdsDemo()],
    'workspace.repairSummary': [() => workspace.repairSummary()],
    'workspace.ping': [() => workspace.ping(), () => workspace.ping(new AbortController().signal)],
    'workspace.storeStatus': [async () => ({ ...(await workspace.storeStatus()), bytes: 0, lastImport: 0 })],
    'access.addUser': [
      () => access.addUser({ login: 'Anna', groups: ['administrators'], timeZone: 'Asia/Tokyo' }),
      () => access.addUser({ login: 'anna', groups: [], timeZone: null }),
    ],
    'access.setDisabled': [() => access.setDisabled('anna', false), () => access.setDisabled('ana', true)],
    'access.changeUser': [
      async () => ({
        ...(await access.changeUser({ login: 'anna', addGroups: ['ops'], removeGroups: [] })),
        created: 0,
      }),
      () => access.changeUser({ login: 'anna', addGroups: [], removeGroups: ['none'], timeZone: null }),
    ],
    'access.users': [() => access.users()],
    'access.link': [() => access.link('anna', 'none', 'a1'), () => access.link('ana', 'none', 'a1')],
    'access.unlink': [() => access.unlink('anna', 'none')],
    'access.explain': [() => access.explain('anna', 'web-1'), () => access.explain('anna', 'NONE-1')],
    'access.createToken': [
      async () => ({ ...(await access.createToken('anna', 1000)), id: '', token: '' }),
      async () => ({ ...(await access.createToken('anna', null)), id: '', token: '' }),
    ],
    'access.tokens': [
      async () =>
        (await access.tokens())
          .map(token => ({ ...token, id: '' }))
          .sort((a, b) => (a.expires ?? 0) - (b.expires ?? 0)),
    ],
    'workspace.authenticate': [
      () => workspace.authenticate({ token: 'wrong', login: null }),
      async () => workspace.authenticate({ token: (await access.createToken('anna', null)).token, login: 'anna' }),
    ],
    'access.revokeToken': [
      async () => access.revokeToken((await access.tokens())[0]!.id),
      () => access.revokeToken('none'),
    ],
    'access.restrict': [() => access.restrict('WEB', [], ['anna']), () => access.restrict('WEP', [], [])],
    'access.projects': [() => access.projects()],
    'access.open': [() => access.open('WEB')],
    'calendars.add': [
      () => calendars.add(null, ORIGIN),
      () => calendars.add('x', { ...ORIGIN, file: { name: 'bad.json', json: { name: 1, holidays: 'none' } } }),
    ],
    'calendars.replace': [
      () =>
        calendars.replace('1', { ...ORIGIN, country: null, region: null, timeZone: null, hours: null, name: 'Desk' }),
    ],
    'calendars.addFile': [() => calendars.addFile(OFFICE), () => calendars.addFile({ name: 1 })],
    'calendars.replaceFile': [
      () => calendars.replaceFile('2', { ...OFFICE, name: 'Support' }, null),
      () => calendars.replaceFile('2', OFFICE, ['old']),
    ],
    'calendars.summaries': [() => calendars.summaries({ caller })],
    'calendars.details': [() => calendars.details('2', { caller }), () => calendars.details('none', { caller })],
    'calendars.preview': [
      () => calendars.preview(OFFICE, '2024-12', { caller }),
      () => calendars.preview(OFFICE, 'May', { caller }),
    ],
    'calendars.countries': [() => calendars.countries({ caller })],
    'calendars.makeDefault': [() => calendars.makeDefault('1')],
    'calendars.list': [() => calendars.list()],
    'calendars.shown': [() => calendars.shown({ caller })],
    'calendars.shownOne': [() => calendars.shownOne('0', { caller })],
    'calendars.show': [() => calendars.show('1'), () => calendars.show('9')],
    'calendars.explain': [() => calendars.explain('1', '2024-03-01', '2024-03-12 11:00')],
    'calendars.removable': [() => calendars.removable('1'), () => calendars.removable('9')],
    'calendars.remove': [() => calendars.remove('1')],
    'connections.connect': [
      () => connections.connect({ tracker: 'gitlab', url: 'x' }, null),
      () => connections.connect({ tracker: 'jira', url: 'https://jira.example.org', name: 'jira' }, 'two words'),
    ],
    'connections.list': [() => connections.list(null), () => connections.list('jira')],
    'connections.test': [() => connections.test('jira')],
    'connections.pause': [() => connections.pause('jira')],
    'connections.resume': [() => connections.resume('jira')],
    'connections.set': [() => connections.set('jira', NO_CHANGES)],
    'connections.remove': [() => connections.remove('jira', true)],
    'connections.sync': [() => connections.sync([], NO_OPTIONS)],
    'connections.round': [() => connections.round('jira', 1)],
    'connections.stop': [() => connections.stop('jira')],
    'logNames.map': [
      () => logNames.map('Squad', 'customfield_9'),
      () => logNames.map('Squad', 'status'),
      () => logNames.map('', 'customfield_9'),
    ],
    'logNames.list': [() => logNames.list()],
    'logNames.remove': [() => logNames.remove('SQUAD'), () => logNames.remove('Squad')],
    'savedQueries.add': [
      () => savedQueries.add('Open', 'status = Open', null, null),
      () => savedQueries.add('Wrong', 'status = Opne AND', null, null),
    ],
    'savedQueries.importList': [
      () => savedQueries.importList('list.json', [{ id: '7', name: 'Näher \ud800', jql: 'status = Opne' }]),
      () => savedQueries.importList('list.json', { no: 'list' }),
    ],
    'savedQueries.find': [() => savedQueries.find('open'), () => savedQueries.find('Opne')],
    'savedQueries.list': [() => savedQueries.list()],
    'savedQueries.remove': [() => savedQueries.remove('7'), () => savedQueries.remove('7')],
    'queries.problems': [() => queries.problems('stauts = Open ORDER BY kex', requestContext)],
    'queries.explain': [
      () => queries.explain('status WAS Doing AND created > -1w', requestContext),
      () => queries.explain('(', requestContext),
    ],
    'queries.suggest': [
      () => queries.suggest('status = O', 10, requestContext),
      () => queries.suggest('', 0, requestContext),
    ],
    'queries.language': [() => queries.language(requestContext)],
    'page.explain': [
      () => page.explain(about('column=1'), requestContext),
      () => page.explain(about('column=77'), requestContext),
    ],
    'page.timeline': [() => page.timeline(about(''), requestContext)],
    'page.repairs': [() => page.repairs([], requestContext)],
    'page.distribution': [() => page.distribution(REPORT.parameters, requestContext)],
    'pageData.catalogue': [() => pageData.catalogue(requestContext)],
    'pageData.sync': [() => pageData.sync(requestContext)],
    'pageData.people': [() => pageData.people('a', requestContext)],
    'teams.save': [
      async () => withoutId((await teams.save('Web', TEAM, requestContext)).team),
      () => teams.save('Web', { name: '', parameters: 1 }, requestContext),
    ],
    'teams.list': [async () => (await teams.list(PAGE, requestContext)).teams.map(withoutId)],
    'teams.find': [
      async () => withoutId(await teams.find(await teamId(), requestContext)),
      () => teams.find('none', requestContext),
    ],
    'teams.remove': [
      async () => {
        removedTeam = await teamId()
        await teams.remove(removedTeam, requestContext)
      },
    ],
    'teams.restore': [async () => withoutId(await teams.restore(removedTeam, requestContext))],
    'views.create': [
      async () => withoutId(await views.create(SAVED, requestContext)),
      () => views.create({ name: '', parameters: 1 }, requestContext),
    ],
    'views.list': [
      async () => {
        const list = await views.list(PAGE, requestContext)
        return { ...list, views: list.views.map(withoutId) }
      },
    ],
    'views.find': [async () => withoutId(await views.find(await savedId(), requestContext))],
    'views.rowsRequest': [async () => views.rowsRequest(await savedId(), [], requestContext)],
    'views.change': [
      async () => withoutId(await views.change(await savedId(), { name: 'Yours' }, requestContext)),
      () => views.change('none', { name: 'Yours' }, requestContext),
    ],
    'views.remove': [
      async () => {
        removed = await savedId()
        await views.remove(removed, requestContext)
      },
    ],
    'views.restore': [async () => withoutId(await views.restore(removed, requestContext))],
    'pageData.signIn': [
      () => pageData.signIn({ token: 'wrong', login: null }),
      async () => {
        const session = await pageData.signIn({ token: (await access.createToken('anna', null)).token, login: null })
        return session.length
      },
    ],
    'pageData.signOut': [() => pageData.signOut('none')],
    'workspace.backup': [
      async () => ({ ...(await workspace.backup(backup, { replace: true })), bytes: 0 }),
      async () => workspace.backup(backup, { replace: false }),
    ],
    'exports.start': [
      async () => shownExport(await exports.start(exportRequest(), null, requestContext)),
      () => exports.start(readFileRequest([]), null, requestContext),
    ],
    'exports.list': [async () => (await exports.list(0, 9, requestContext)).exports.map(shownExport)],
    'exports.find': [async () => shownExport(await endedExport()), () => exports.find('none', requestContext)],
    'exports.file': [async () => (await exports.file((await endedExport()).exportId, requestContext)).fileName],
    'exports.downloaded': [async () => exports.downloaded((await endedExport()).exportId, requestContext)],
    'exports.cancel': [() => exports.cancel('none', requestContext)],
    'exports.remove': [async () => exports.remove((await endedExport()).exportId, requestContext)],
    'lake.publish': [
      async () => {
        rmSync(published, { recursive: true, force: true })
        return { ...(await lake.publish({ location: published, takeOver: false })), bytes: 0, bytesWritten: 0 }
      },
      () => lake.publish({ location: null, takeOver: false }),
    ],
    'lake.status': [async () => ({ ...(await lake.status()), bytes: 0, published: 0 })],
    'workflows.save': [
      () => workflows.save(null, WORKFLOW, requestContext),
      () => workflows.save('1', { ...WORKFLOW, name: 'Team', levels: 'none' }, requestContext),
    ],
    'workflows.list': [() => workflows.list(requestContext)],
    'workflows.propose': [() => workflows.propose(requestContext)],
    'workflows.find': [() => workflows.find('1', requestContext), () => workflows.find('2', requestContext)],
    'workflows.file': [
      () => workflows.file('default', requestContext),
      () => workflows.file('all', requestContext),
      () => workflows.file('2', requestContext),
    ],
    'workflows.remove': [
      () => workflows.remove('All', requestContext),
      () => workflows.remove('All', requestContext),
      () => workflows.remove('default', requestContext),
    ],
    'names.list': [
      () => names.list('statuses', requestContext),
      () => names.list('projects', requestContext),
      () => names.list('people', requestContext),
    ],
    'access.user': [() => access.user('ANNA'), () => access.user('ana')],
    'access.removeUser': [() => access.removeUser('ana'), () => access.removeUser('anna')],
    'workspace.knownIssueKeys': [
      () => workspace.knownIssueKeys(['web-2', 'WEB-2']),
      () => workspace.knownIssueKeys(['WEB-2', 'NO-1', 'NO-2']),
    ],
    'workspace.removeIssues': [() => workspace.removeIssues(['WEB-2']), () => workspace.removeIssues(['WEB-2'])],
    'workspace.countedProject': [() => workspace.countedProject('WEB'), () => workspace.countedProject('NONE')],
    'workspace.removeProject': [() => workspace.removeProject('WEB'), () => workspace.removeProject('WEB')],
    'queries.parse': [() => queries.parse('status = Open', { caller })],
  }
}

async function answersOf(workspace: Workspace): Promise<Record<string, unknown[]>> {
  const answers: Record<string, unknown[]> = {}
  for (const [name, calls] of Object.entries(
    allCalls(workspace, join(folder.path, 'backup'), join(folder.path, 'lake')),
  )) {
    answers[name] = []
    for (const call of calls) answers[name].push(await call().then(result => ({ result }), errorResult))
  }
  return answers
}

function errorResult({ name, code, parameters, message }: UserError) {
  return { name, code, parameters, message }
}

describe('a store with a running server', () => {
  it('answers commands with the same results and errors', async () => {
    await smallFolder(join(folder.path, 'other'))
    const other = await openWorkspace(join(folder.path, 'other'))
    const direct = await answersOf({ ...other, summary: async () => ({ ...(await other.summary()), dir }) })
    await other.close()
    const server = await remote()
    expect(await answersOf(server)).toStrictEqual(direct)
    const parts = Object.entries(topics).filter(([part]) => !SERVER_TOPICS.includes(part as TopicName))
    const names = parts.flatMap(([part, methods]) => Object.keys(methods).map(name => `${part}.${name}`))
    expect(Object.keys(direct).sort()).toEqual(names.sort())
  })

  it('shows commands only what their user may see', async () => {
    const { report } = await remote()
    await workspace.access.restrict('WEB', [], [])
    await expect(
      report(REPORT, { caller: { ...caller, browsable: { projects: [], levels: [] } } }),
    ).rejects.toMatchObject({
      code: 'REPORT_INVALID',
    })
  })

  it('returns reports of any size', async () => {
    const text = '"ä",'.repeat(5_000_000)
    const { report } = await remote({ report: async () => bodyOf('csv', text) })
    expect((await textOf(await report(REPORT, requestContext))) === text).toBe(true)
  })

  it('accepts queries of any size', async () => {
    const { queries } = await remote({
      queries: { ...workspace.queries, problems: async text => [{ length: text.length }] as never },
    })
    expect(await queries.problems('x'.repeat(20_000_000), requestContext)).toEqual([{ length: 20_000_000 }])
  })

  it('stops the work of a command that was stopped', async () => {
    const received = deferred<AbortSignal>()
    const aborted = deferred<void>()
    const { report } = await remote({
      report: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          received.resolve(signal!)
          signal!.addEventListener('abort', () => {
            aborted.resolve()
            reject(signal!.reason)
          })
        }),
    })
    const controller = new AbortController()
    const answer = report(REPORT, { caller, signal: controller.signal })
    expect((await received.promise).aborted).toBe(false)
    controller.abort(new UserError('IMPORT_STOPPED'))
    await expect(answer).rejects.toMatchObject({ code: 'IMPORT_STOPPED' })
    await aborted.promise
    await expect
      .poll(() => log.lines)
      .toMatchObject([{ call: 'workspace.report', code: 'CLIENT_GONE', message: 'command' }])
    await expect(report(REPORT, { caller, signal: controller.signal })).rejects.toMatchObject({
      code: 'IMPORT_STOPPED',
    })
  })

  it('writes internal errors only to its log', async () => {
    const { summary } = await remote({ summary: () => Promise.reject(new Error('select secret from store')) })
    await expect(summary()).rejects.toThrow('the server failed; its log has the reason')
    expect(log.lines).toMatchObject([{ call: 'workspace.summary', err: { message: 'select secret from store' } }])
  })

  it('logs the calls without their arguments', async () => {
    const { access } = await remote()
    await access.addUser({ login: 'anna', groups: [], timeZone: null })
    await expect(access.createToken('nobody', null)).rejects.toThrow()
    expect(log.lines).toMatchObject([{ call: 'access.addUser' }, { call: 'access.createToken', code: 'USER_UNKNOWN' }])
    expect(JSON.stringify(log.lines)).not.toMatch(/anna|nobody/)
  })

  it('logs at level debug how commands follow a round', async () => {
    const round = async () => ({ progress: null, end: null })
    const { connections } = await remote({ connections: { ...workspace.connections, round } })
    await connections.round('jira', 1)
    await connections.list(null)
    expect(log.lines.map(({ call, isDebug = false }) => [call, isDebug])).toEqual([
      ['connections.round', true],
      ['connections.list', false],
    ])
  })

  it('imports files whose bytes the command sends, as often as they are needed', async () => {
    const { importFiles, importDemo, holdsDemo, close } = await remote()
    const more = smallTracker().replaceAll('WEB', 'APP').replaceAll('"id":"10', '"id":"20')
    const opened: string[] = []
    const openedFile = (file: ReturnType<typeof fileOf>) => ({
      ...file,
      open: () => {
        opened.push(file.name)
        return file.open()
      },
    })
    const pipe = { ...fileOf(smallTracker(), 'pipe'), canReopen: false }
    const files = [openedFile(fileOf(more, 'more.jsonl')), openedFile(pipe)]
    const done: unknown[] = []
    await importFiles({
      files,
      lists: LISTS,
      skipInvalid: false,
      at: NOW,
      onFile: ({ name }, { added, unchanged }) => done.push({ name, added, unchanged }),
    })
    expect(done).toEqual([
      { name: 'more.jsonl', added: 3, unchanged: 0 },
      { name: 'pipe', added: 0, unchanged: 3 },
    ])
    expect(opened).toEqual(['more.jsonl', 'more.jsonl', 'pipe'])
    expect(await holdsDemo()).toBe(false)
    await expect(importDemo({ at: NOW })).rejects.toMatchObject({ code: 'DEMO_UNWANTED' })
    await close()
    expect(await workspace.summary()).toMatchObject({ issues: 6 })
  })

  it('reports errors of files with their location, and keeps whole files', async () => {
    const { importFiles } = await remote()
    const good = fileOf(smallTracker().replaceAll('WEB', 'APP').replaceAll('"id":"10', '"id":"20'), 'good.jsonl')
    const settings = { lists: LISTS, skipInvalid: false, at: NOW }
    const bad = fileOf(`${smallTracker()}\n{"id":`, 'bad.jsonl')
    await expect(importFiles({ ...settings, files: [good, bad] })).rejects.toMatchObject({
      code: 'IMPORT_INVALID',
      parameters: { file: 'bad.jsonl', location: 'line 4' },
    })
    const broken = {
      ...good,
      name: 'broken',
      open: () => failing(Object.assign(new Error('gone'), { code: 'EACCES' })),
    }
    await expect(importFiles({ ...settings, files: [broken] })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      parameters: { file: 'broken', reason: 'permission is denied' },
    })
    expect(await workspace.summary()).toMatchObject({ issues: 6, batch: 2 })
  })

  it('stops an import that waits for input on request, and rejects another one meanwhile', async () => {
    const { importFiles } = await remote()
    const controller = new AbortController()
    const settings = { lists: LISTS, skipInvalid: false, at: NOW }
    let isOpen = () => {}
    const opened = new Promise<void>(resolve => {
      isOpen = resolve
    })
    const endless = { name: 'pipe', canReopen: false, open: () => waiting(isOpen) }
    const first = importFiles({ ...settings, files: [endless], signal: controller.signal })
    await opened
    await expect(importFiles({ ...settings, files: [fileOf(smallTracker())] })).rejects.toMatchObject({
      code: 'IMPORT_RUNNING',
    })
    controller.abort(new UserError('IMPORT_STOPPED'))
    await expect(first).rejects.toMatchObject({ code: 'IMPORT_STOPPED' })
    await importFiles({ ...settings, files: [fileOf(smallTracker())] })
  })

  it('stops an import when the server stops', async () => {
    const server = await listenFor()
    const { importFiles } = await connectWorkspace(busyAt(dir))
    let isOpen = () => {}
    const opened = new Promise<void>(resolve => {
      isOpen = resolve
    })
    const endless = { name: 'pipe', canReopen: false, open: () => waiting(isOpen) }
    const running = importFiles({ files: [endless], lists: LISTS, skipInvalid: false, at: NOW })
    running.catch(() => {})
    await opened
    await server.stop(0)
    await expect(running).rejects.toMatchObject({ code: 'STOPPING' })
    expect(await workspace.summary()).toMatchObject({ issues: 3, batch: 1 })
  })

  it('leaves out the operations that only a server performs', async () => {
    const { connectionRequests } = await remote()
    await expect(connectionRequests.list()).rejects.toThrow(busyAt(dir))
  })

  it.each([
    ...['workspace.close', 'workspace.constructor', 'constructor.name', 'queries.read', ''],
    ...['connectionRequests.list', 'connectionRequests.add'],
  ])('rejects calls that are not on the list: %s', async name => {
    await listenFor()
    const answer = await post(controlAddress(dir)!.socket, { call: name, arguments: [] })
    expect(JSON.parse(answer)).toMatchObject({
      error: { code: 'STORE_BUSY', message: /a server of another version/ },
    })
  })
})

// biome-ignore lint/correctness/useYield: it fails before its first chunk
async function* failing(error: Error): AsyncGenerator<Uint8Array> {
  throw error
}

/** Returns an input that reports when it is opened, and never ends after its first line. */
async function* waiting(isOpen: () => void): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${smallTracker().split('\n')[0]}\n`)
  isOpen()
  await new Promise(() => {})
}

function post(socketPath: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const calls = request({ socketPath, method: 'POST', agent: false }, response => {
      let answer = ''
      response.setEncoding('utf8').on('data', chunk => {
        answer += chunk
      })
      response.on('end', () => resolve(answer))
    })
    calls.on('error', reject)
    calls.end(JSON.stringify(body))
  })
}

describe('the socket of a server', () => {
  const control = () => join(dir, 'sojourn.duckdb.control')

  it('is in the store, and private to its user', async () => {
    await listenFor()
    const location = controlAddress(dir)!
    expect(location).toEqual({ pid: process.pid, socket: join(control(), 'socket') })
    expect(statSync(control()).mode & 0o777).toBe(0o700)
    expect(statSync(join(control(), 'server.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(control()).sort()).toEqual(['server.json', 'socket'])
  })

  it('is elsewhere, and private too, if the path of the store is too long', async () => {
    const deep = join(folder.path, 'd'.repeat(100))
    mkdirSync(deep)
    const server = await listenFor({}, deep)
    const { socket } = controlAddress(deep)!
    expect(statSync(join(socket, '..')).mode & 0o777).toBe(0o700)
    const { summary } = await connectWorkspace(busyAt(deep))
    expect(await summary()).toMatchObject({ issues: 3 })
    await server.stop()
    expect(existsSync(join(socket, '..'))).toBe(false)
  })

  it('is removed when the server has stopped', async () => {
    const server = await listenFor()
    const { socket } = controlAddress(dir)!
    await server.stop()
    expect(existsSync(control())).toBe(false)
    await expect(post(socket, {})).rejects.toThrow('ENOENT')
    await expect(connectWorkspace(busyAt(dir))).rejects.toMatchObject({
      code: 'STORE_BUSY',
      message: expect.stringContaining('in use by node (PID 1), which answers no commands.'),
    })
  })

  it('is optional: without one, the server logs one warning', async () => {
    rmSync(dir, { recursive: true })
    const server = await listenForControl(workspace, dir, log)
    expect(log.lines).toMatchObject([{ message: 'no commands can be used on this store while it is served' }])
    await server.stop()
  })

  it('is recognized as stale when its server was killed, and is replaced by the next one', async () => {
    mkdirSync(control())
    writeFileSync(join(control(), 'socket'), '')
    writeFileSync(join(control(), 'server.json'), JSON.stringify({ pid: 1, socket: join(control(), 'socket') }))
    await expect(connectWorkspace(busyAt(dir))).rejects.toMatchObject({ code: 'STORE_BUSY' })
    const { ping } = await remote()
    await ping()
    expect(JSON.parse(readFileSync(join(control(), 'server.json'), 'utf8'))).toMatchObject({ pid: process.pid })
  })

  it('reports an unknown error with the message of a newer server', async () => {
    const error = { code: 'FULL_MOON', parameters: {}, message: 'The moon is full.' }
    const newer = createHttpServer(({ method }, response) =>
      response.end(JSON.stringify(method === 'GET' ? { result: folderIdentity(dir) } : { error })),
    )
    mkdirSync(control())
    const socket = join(control(), 'socket')
    writeFileSync(join(control(), 'server.json'), JSON.stringify({ pid: 1, socket }))
    await new Promise<void>(resolve => newer.listen(socket, resolve))
    const { ping } = await connectWorkspace(busyAt(dir))
    await expect(ping()).rejects.toThrow('the server, of another version, says: The moon is full.')
    newer.close()
  })

  it('times out when nobody responds', async () => {
    const silent = createServer(() => {})
    mkdirSync(control())
    const socket = join(control(), 'socket')
    writeFileSync(join(control(), 'server.json'), JSON.stringify({ pid: 1, socket }))
    await new Promise<void>(resolve => silent.listen(socket, resolve))
    await expect(connectWorkspace(busyAt(dir), 50)).rejects.toMatchObject({ code: 'STORE_BUSY' })
    silent.close()
  })
})

describe('a server that stops', () => {
  it('lets a command finish', async () => {
    const begun = deferred<void>()
    const finished = deferred<void>()
    const server = await listenFor({
      ping: () => {
        begun.resolve()
        return finished.promise
      },
    })
    const { ping } = await connectWorkspace(busyAt(dir))
    const answer = ping()
    await begun.promise
    const stopped = server.stop()
    finished.resolve()
    await answer
    await stopped
  })

  it('aborts a command that takes too long, and waits until its work is over', async () => {
    let isOver = false
    const begun = deferred<void>()
    const server = await listenFor({
      ping: signal =>
        new Promise<void>((_resolve, reject) => {
          begun.resolve()
          signal!.addEventListener('abort', () => {
            // A few turns of the event loop later.
            setImmediate(() =>
              setImmediate(() => {
                isOver = true
                reject(signal!.reason)
              }),
            )
          })
        }),
    })
    const { ping } = await connectWorkspace(busyAt(dir))
    const answer = ping()
    const ended = expect(answer).rejects.toMatchObject({ code: 'STOPPING' })
    await begun.promise
    await server.stop(20)
    expect(isOver).toBe(true)
    await ended
    await expect(ping()).rejects.toMatchObject({ code: 'STOPPING' })
  })
})
