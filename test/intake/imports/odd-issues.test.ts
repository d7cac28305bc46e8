import { beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../src/store/engine/store.ts'
import { fileOf, NOW } from '../../edge/http/small-tracker.ts'
import { importFiles } from '../../support/import-files.ts'
import { reportJson } from '../../support/report-json.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

const BARE = { id: '1', key: 'WEB-1', fields: { created: '2024-03-01T00:00:00.000Z' }, changelog: { histories: [] } }

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
  await importFiles(store, { files: [fileOf(JSON.stringify(BARE))], lists: {}, skipInvalid: false, at: NOW })
})

it.each(['statusDuration', 'assigneeDuration', 'statusDurationByAssignee', 'statusCount', 'transitionCount'])(
  'an issue without a status has no cells in %s',
  async columnsBy => {
    const kind = columnsBy.endsWith('Count') ? '' : '&calendar=normalHours&viewFormat=hours'
    const { table } = await reportJson(store, `filterType=project&projectKey=WEB&columnsBy=${columnsBy}${kind}`)
    expect(table.body.rows).toHaveLength(1)
    expect(table.header.valueColumns.map(({ id }) => id)).not.toContain('')
  },
)
