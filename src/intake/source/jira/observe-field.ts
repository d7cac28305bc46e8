import { sharedKind } from '../../../core/history/guess-kind.ts'
import type { Observation } from '../../../core/history/model.ts'
import type { Instant } from '../../../core/time/instant.ts'
import type { FieldOfIssue } from './fields-of-issue.ts'
import type { FieldDescription, KnownFields } from './known-fields.ts'

/**
 * Returns the observation of a field in an issue, with the best description that the issues so far give.
 *
 * One issue may have a field's name (in its changelog) and another its kind (in its present value), so `known` collects
 * both. The authority is `history` when the name or kind is only a guess, and `present` otherwise.
 */
export function observeField(field: FieldOfIssue, known: KnownFields, at: Instant): Observation {
  const before = known.descriptions.get(field.id)
  const description = before && isKnownAlready(before, field) ? before : betterDescription(before, field)
  if (description !== before) known.descriptions.set(field.id, description)
  return {
    entity: description.entity,
    authority: description.isNamed && description.evidence > 0 ? 'present' : 'history',
    // A kind without evidence replaces no other one.
    at: description.evidence < 0 ? 0 : at,
  }
}

function isKnownAlready({ entity, isNamed, evidence }: FieldDescription, field: FieldOfIssue): boolean {
  if (!isNamed && field.name !== null) return false
  if (field.alias !== null && field.alias !== entity.alias) return false
  const isSame = field.kind === entity.type && field.multi === entity.multi
  return evidence > field.evidence || (evidence === field.evidence && isSame)
}

function betterDescription(before: FieldDescription | undefined, field: FieldOfIssue): FieldDescription {
  const isStronger = !before || field.evidence > before.evidence
  const isWeaker = before !== undefined && field.evidence < before.evidence
  const name = before?.isNamed ? before.entity.name : field.name
  const type = isStronger ? field.kind : isWeaker ? before.entity.type : sharedKind(before.entity.type, field.kind)
  const multi = isWeaker ? before.entity.multi : field.multi || (!isStronger && before.entity.multi)
  const alias = before?.entity.alias ?? field.alias
  return {
    entity: { kind: 'field', id: field.id, name: name ?? field.id, type, multi, alias },
    isNamed: name !== null,
    evidence: isWeaker ? before.evidence : field.evidence,
  }
}
