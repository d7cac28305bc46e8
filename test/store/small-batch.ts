import type { IssueHistory } from '../../src/core/history/model.ts'
import { toStays } from '../../src/core/history/to-stays.ts'
import type { BatchOutcome } from '../../src/store/batches/import-batch.ts'
import type { Store } from '../../src/store/engine/store.ts'

/** An issue that was opened at 1 s and done at 2 s. */
export function smallIssue(key: string, more: Partial<IssueHistory> = {}): IssueHistory {
  const [project, number] = key.split('-') as [string, string]
  const value = (id: string) => ({ id, label: `Status ${id}` })
  return {
    id: `id of ${key}`,
    key,
    number: Number(number),
    project: { id: project, key: project, name: `Project ${project}` },
    created: 1000,
    updated: 2000,
    resolved: null,
    summary: `Summary of ${key}`,
    description: null,
    creator: 'ann',
    present: new Map([['status', [value('2')]]]),
    changes: [{ at: 2000, entry: '1', author: 'ann', field: 'status', from: [value('1')], to: [value('2')] }],
    truncated: false,
    hasLog: true,
    lastEntry: 2000,
    unreadable: [],
    invalid: [],
    formerKeys: [],
    ...more,
  }
}

/** Imports one small issue as a separate batch. */
export function addIssue(store: Store, key: string, more: Partial<IssueHistory> = {}): Promise<BatchOutcome> {
  return store.importBatch(key, async batch => {
    const history = smallIssue(key, more)
    batch.add(
      history,
      toStays(history, () => false),
    )
  })
}
