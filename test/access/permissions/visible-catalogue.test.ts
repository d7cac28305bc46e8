import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import type { RequestContext } from '../../../src/access/permissions/request-context.ts'
import { visibleCatalogue } from '../../../src/access/permissions/visible-catalogue.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import type { SavedWorkflow } from '../../../src/core/catalogue/model.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Browsable, BrowsableIssues } from '../../../src/store/plan/browsable.ts'
import {
  definitionOf,
  storedDefinition,
  type WorkflowDefinition,
} from '../../../src/store/plan/workflow/workflow-definition.ts'
import { replaceWorkflow } from '../../../src/store/rows/workflow-rows.ts'
import { DEPS, fileOf, NOW } from '../../edge/http/small-tracker.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

// bob may browse OPN, but not HID.

let store: Store
let workspace: Workspace
let browsable: BrowsableIssues

const OPN = { id: '100', key: 'OPN', name: 'Open Harbour' }
const HID = { id: '900', key: 'HID', name: 'Canary Works' }
const ANN = { name: 'ann', key: 'JIRAUSER1', displayName: 'Ann Archer', emailAddress: 'ann@example.org' }
const ZED = { name: 'zedlogin', key: 'JIRAUSER2', displayName: 'Zed Zimmer', emailAddress: 'zed@example.org' }

function issue(key: string, project: typeof OPN, fields: object, ...items: object[]): object {
  const created = '2024-02-01T00:00:00.000+0000'
  const log = items.map((item, i) => ({ id: `${key}${i}`, created, author: ANN, items: [item] }))
  return {
    id: key,
    key,
    changelog: { histories: log },
    fields: {
      summary: `Paint the fence ${key}`,
      project,
      created,
      updated: created,
      status: { id: '1', name: 'Open' },
      issuetype: { id: '1', name: 'Task' },
      ...fields,
    },
  }
}

const ISSUES = [
  issue(
    'OPN-1',
    OPN,
    { assignee: ANN, fixVersions: [{ id: '501', name: 'Spring', released: true }], versions: [], components: [] },
    { field: 'assignee', fieldId: 'assignee', from: 'JIRAUSER2', fromString: 'Zed Zimmer', to: 'JIRAUSER1', toString: 'Ann Archer' },
    { field: 'Fix Version', fieldId: 'fixVersions', from: '502', fromString: 'Ghost', to: null, toString: null },
    { field: 'Component', fieldId: 'components', from: '602', fromString: 'Cellar', to: null, toString: null },
  ), // biome-ignore format: one item a line
  issue('HID-1', HID, {
    assignee: ZED,
    description: 'The albatross flew',
    labels: ['nestbox'],
    fixVersions: [{ id: '503', name: 'Moult' }],
  }),
]

const FILTERS = [
  ['Open ones', 'status = Open'],
  ['Fences', 'summary ~ "fences"'],
  ['Plain words of everyday', 'labels is empty'],
  ['Bugs of the canary', 'status = Open'],
  ['HID work', 'status = Open'],
  ['Titles with albatross', 'status = Open'],
  ['One bird', 'text ~ albatross'],
  ['Any bird', 'not (description ~ "fence or albat*")'],
  ['No bird', 'summary !~ "canary works"'],
  ['Boxes', 'labels = nestbox'],
] as const

beforeAll(async () => {
  store = await temporaryStore()
  workspace = createWorkspace(store, DEPS)
  const file = fileOf(ISSUES.map(one => JSON.stringify(one)).join('\n'))
  await workspace.importFiles({ files: [file], lists: {}, skipInvalid: false, at: NOW })
  const projects = (await store.catalogue()).projects.filter(({ key }) => key === 'OPN').map(({ id }) => id)
  browsable = { projects, levels: [] }
})

const bob = (): RequestContext => ({ caller: { ...LOCAL_CALLER, login: 'bob', isAdministrator: false, browsable } })
const admin: RequestContext = { caller: LOCAL_CALLER }

describe('a caller who may not browse a project', () => {
  it('finds nobody by a login or email address that occurs only in its issues', async () => {
    const found = async (text: string, requestContext = bob()) =>
      (await workspace.pageData.people(text, requestContext)).length
    for (const text of ['zedlogin', 'zed@', 'zed@example.org', 'ann@example.org']) {
      expect([text, await found(text), await found(text, admin)]).toEqual([text, 0, 1])
    }
    expect(await workspace.pageData.people('Zed', bob())).toEqual([{ login: 'jirauser2', name: 'Zed Zimmer' }])
    expect(await workspace.pageData.people('Zed', admin)).toEqual([{ login: 'zedlogin', name: 'Zed Zimmer' }])
    expect(await found('ann')).toBe(1)
  })

  it('finds people by all names in the user list of the tracker', async () => {
    const listed = await temporaryStore()
    const other = createWorkspace(listed, DEPS)
    const file = fileOf(ISSUES.map(one => JSON.stringify(one)).join('\n'))
    const lists = { users: { name: 'users', text: JSON.stringify([ANN, ZED]) } }
    await other.importFiles({ files: [file], lists, skipInvalid: false, at: NOW })
    const own = (await listed.catalogue()).projects.filter(({ key }) => key === 'OPN').map(({ id }) => id)
    const requestContext = { caller: { ...bob().caller, browsable: { projects: own, levels: [] } } }
    expect(await other.pageData.people('zed@example.org', requestContext)).toEqual([
      { login: 'zedlogin', name: 'Zed Zimmer' },
    ])
  })

  it('gets no version or component that occurs only in histories', async () => {
    const names = async (of: Browsable) => {
      const { versions, components } = await store.reports.snapshot(snapshot => visibleCatalogue(snapshot, of))
      return [...versions, ...components].map(({ name }) => name).sort()
    }
    expect(await names(null)).toEqual(['Cellar', 'Ghost', 'Moult', 'Spring'])
    expect(await names(browsable)).toEqual(['Spring'])
    const report = `columnsBy=anyfieldDuration&historyFields=fixVersions&calendar=normalHours&filterType=project&projectKey=OPN`
    const namesVisibleTo = async (requestContext: RequestContext) =>
      textOf(await workspace.report({ endpoint: 'list', parameters: parametersOf(report) }, requestContext))
    expect(await namesVisibleTo(admin)).toContain('Ghost')
    expect(await namesVisibleTo(bob())).not.toContain('Ghost')
    expect(await namesVisibleTo(bob())).toContain('Spring')
  })
})

describe('the visible saved queries', () => {
  const visibleQueryNames = async (of: Browsable) =>
    (await store.reports.snapshot(snapshot => visibleCatalogue(snapshot, of))).savedQueries.map(({ name }) => name)

  it('name nothing hidden in titles or text searches', async () => {
    const list = FILTERS.map(([name, jql], i) => ({ id: String(i + 1), name, jql }))
    await workspace.savedQueries.importList('filters', list)
    // Other tests add other queries.
    const visible = async (of: Browsable) => {
      const names = await visibleQueryNames(of)
      return names.filter(name => FILTERS.some(([ofFilter]) => ofFilter === name))
    }
    expect(await visible(null)).toEqual(FILTERS.map(([name]) => name))
    expect(await visible(browsable)).toEqual(['Open ones', 'Fences', 'Plain words of everyday'])
  })

  it('have no hidden owners; owners come from the filter list or are set explicitly', async () => {
    const { savedQueries } = workspace
    await savedQueries.importList('filters', [
      { id: '50', name: 'Of Ann', jql: 'status = Open', owner: { name: 'ann', displayName: 'Ann Archer' } },
      { id: '51', name: 'Of Zed', jql: 'status = Open', owner: { name: 'zedlogin' } },
      { id: '52', name: 'Of the cloud', jql: 'status = Open', owner: { accountId: '5b10' } },
    ])
    await savedQueries.add('Given', 'status = Open', '53', ' ann ')
    const owners = (await savedQueries.list())
      .filter(({ id }) => id.startsWith('5'))
      .map(({ id, owner }) => [id, owner])
    expect(owners).toContainEqual(['50', 'ann'])
    expect(owners).toContainEqual(['51', 'zedlogin'])
    expect(owners).toContainEqual(['52', '5b10'])
    expect(owners).toContainEqual(['53', 'ann'])
    const visible = await visibleQueryNames(browsable)
    expect(visible).toContain('Of Ann')
    expect(visible).toContain('Given')
    expect(visible).not.toContain('Of Zed')
  })
})

function parametersOf(query: string) {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value, location: 'query' as const }))
}

describe('a field of which only hidden issues have values', () => {
  it('is visible if every tracker has it, and the tracker lists it', async () => {
    const store = await temporaryStore()
    const workspace = createWorkspace(store, DEPS)
    const issues = [
      issue('OPN-1', OPN, {}),
      issue('HID-1', HID, { security: { id: '7', name: 'Staff' }, customfield_1: 'secret' }),
    ]
    const list = (id: string, name: string, schema: object) => ({ id, name, custom: id.startsWith('custom'), schema })
    const fields = [
      list('security', 'Security Level', { type: 'securitylevel', system: 'security' }),
      list('customfield_1', 'Clue', { type: 'string', custom: 'x:textfield', customId: 1 }),
    ]
    const files = [fileOf(issues.map(one => JSON.stringify(one)).join('\n'))]
    const lists = { fields: { name: 'fields.json', text: JSON.stringify(fields) } }
    await workspace.importFiles({ files, lists, skipInvalid: false, at: NOW })
    const projects = (await store.catalogue()).projects.filter(({ key }) => key === 'OPN').map(({ id }) => id)
    const browsable = { projects, levels: [] }
    const visible = await store.reports.snapshot(snapshot => visibleCatalogue(snapshot, browsable))
    const ids = visible.fields.map(({ id }) => id)
    expect(ids).toContain('security')
    expect(ids).not.toContain('customfield_1')
  })
})

describe('the workflows of such a caller', () => {
  const shown = async (definition: Partial<WorkflowDefinition>, more: Partial<SavedWorkflow> = {}) => {
    const whole: WorkflowDefinition = {
      name: 'Any',
      done: 'status',
      sle: null,
      levels: 'standard',
      stages: [],
      blocked: { fields: [], statuses: [], labels: [] },
      ...definition,
    }
    const row = { id: '1', name: 'Any', owner: null, created: 0, updated: 0, ...more }
    await store.transact(run => replaceWorkflow(run, { ...row, definition: storedDefinition(whole) }))
    const { workflows } = await store.snapshot(run =>
      visibleCatalogue({ run, cached: read => store.cached(read) }, browsable),
    )
    return workflows.map(one => ({ ...definitionOf(one), owner: one.owner }))
  }
  const stage = (name: string, ...statuses: string[]) => ({ name, kind: 'active' as const, statuses })

  it('have no hidden statuses, fields, labels and owners', async () => {
    const blocked = { fields: ['assignee', 'customfield_none'], statuses: ['1', '77'], labels: ['nestbox', 'free'] }
    const [found] = await shown({ stages: [stage('Busy', '1', '77')], blocked }, { owner: 'zedlogin' })
    expect(found).toMatchObject({
      stages: [{ name: 'Busy', statuses: ['1'] }],
      blocked: { fields: ['assignee'], statuses: ['1'], labels: ['free'] },
      owner: null,
    })
  })

  it('have no stage without a visible status, and are left out without a stage', async () => {
    expect((await shown({ stages: [stage('A', '77'), stage('B', '1')] }))[0]!.stages).toEqual([stage('B', '1')])
    expect(await shown({ stages: [stage('A', '77')] })).toEqual([])
  })

  it('have another name for a stage that has a hidden one', async () => {
    const stages = [stage('Open', '77', '1'), stage('Canary Works', '1', '77'), stage('Birds of the canary', '1')]
    const [found] = await shown({ stages })
    expect(found!.stages.map(({ name }) => name)).toEqual(['Open', 'Open (1)', 'Open (1) (1)'])
  })

  it.each(['HID', 'canary works', 'Canary team'])('are left out under the name %s', async name => {
    expect(await shown({ stages: [stage('Work', '1')] }, { name })).toEqual([])
    expect(await shown({ stages: [stage('Work', '1')] }, { name: 'Team' })).toHaveLength(1)
  })

  it('are whole for those who may browse everything', async () => {
    await shown({ stages: [stage('A', '77')] }, { name: 'HID' })
    expect((await store.catalogue()).workflows).toHaveLength(1)
  })
})
