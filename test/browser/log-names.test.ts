import { expect } from 'vitest'
import { fileOf } from '../edge/http/small-tracker.ts'
import { issue } from '../intake/imports/changes-without-ids.ts'
import { custom, LISTED, option } from '../intake/imports/squad-issue.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { judged, judgedDark } from './axe.ts'
import { inBrowserOn } from './browser-fixture.ts'
import { ownServer } from './servers.ts'

const SQUAD = issue('AA-1', ['Squad: 5=5 > 6=6'], custom({ 2: option('6') }))

const withSquad = () =>
  ownServer({
    fill: ({ importFiles }) =>
      importFiles({ files: [fileOf(SQUAD)], lists: LISTED.lists, skipInvalid: false, at: Date.now() }),
  })

inBrowserOn('the names in logs without a field', withSquad, world => {
  itDrawn('are mapped to fields and back on the start page', () =>
    world.visit('/', async page => {
      const section = page.getByRole('region', { name: 'Former names of fields' })
      await section.getByText('1 not mapped').click()
      await section.getByText('1 issue, no field has this name').waitFor()
      expect([...(await judged(page)), ...(await judgedDark(page))]).toEqual([])
      await section.getByLabel('Field of Squad').selectOption('customfield_2')
      await section.getByRole('button', { name: 'Map Squad' }).click()
      await section.getByText('Squad is Crew').waitFor()
      const { mapped, unmatched } = await world.server.workspace.logNames.list()
      expect([mapped, unmatched]).toEqual([[{ name: 'Squad', field: { id: 'customfield_2', name: 'Crew' } }], []])
      await section.getByRole('button', { name: 'Remove the mapping of Squad' }).click()
      await section.getByText('1 issue, no field has this name').waitFor()
    }),
  )
})
