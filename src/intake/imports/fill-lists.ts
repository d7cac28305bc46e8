import type { Entity } from '../../core/history/model.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ImportBatch } from '../../store/batches/import-batch.ts'
import type { ListedField, TrackerLists } from '../source/source.ts'

/** Writes the tracker's lists to a batch, as they were at `at`. */
export function fillLists(batch: ImportBatch, { statuses, groups, users, fields }: TrackerLists, at: Instant): void {
  if (fields) batch.record(fields.map(field => ({ entity: fieldEntity(field), authority: 'list', at })))
  if (users) batch.record(users.map(entity => ({ entity, authority: 'list', at })))
  if (statuses) batch.setStatuses(statuses)
  if (groups) batch.setGroups(groups)
}

function fieldEntity({ id, name, kind, multi, alias, untranslatedName = null }: ListedField): Entity {
  return { kind: 'field', id, name, type: kind, multi, alias: alias ?? null, untranslatedName }
}
