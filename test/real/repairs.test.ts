import { describe, expect, it } from 'vitest'
import { repairSummary } from '../../src/access/admin/repair-summary.ts'
import { hasRealData, realStore } from './real-data.ts'

const CLASSES: readonly [folder: string, repaired: number, repairs: Readonly<Record<string, string>>][] = [
  [
    'jira-server-duraspace',
    18,
    {
      // Reopening cleared the resolution without a log entry; a number of points was cleared in the same way.
      'from-mismatch': 'Resolution 8, Story Points 2',
      // Issues that were moved between projects got new ids of versions and components.
      'present-mismatch': 'Fix Versions 7, Components 2, Affects Versions 1',
      // Without the list of fields.
      'no-field':
        'Story Points 279, Roadmap Theme 113, Reviewer 43, Documentation Status 16, Fedora Roadmap Theme(s) 2, Epic 1',
    },
  ],
  // The epics of the log were unlinked without an entry.
  ['jira-cloud-devlake', 14, { 'present-mismatch': 'Epic Link 14' }],
  ['jira-cloud-jirametrics', 0, {}],
  ['bugzilla-cdt', 1, { 'before-created': 'Assignee 1, Resolution 1, Status 1', 'no-field': 'Severity 134' }],
]

describe.runIf(hasRealData)('the repairs of real histories', () => {
  it.each(CLASSES)('of %s concern %i issues', async (folder, repaired, expected) => {
    const summary = await repairSummary(await realStore(folder))
    const found = summary.kinds.map(({ kind, fields }) => [
      kind,
      fields.map(({ name, issues }) => `${name} ${issues}`).join(', '),
    ])
    expect({ repaired: summary.repaired, ...Object.fromEntries(found) }).toEqual({ repaired, ...expected })
  })
})
