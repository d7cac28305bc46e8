import type { FieldKind } from '../fields/field.ts'
import type { Entity, FieldValue } from './model.ts'

/**
 * Returns the entity that a history names by id and label only; `null` when the kind has no dictionary, and for people.
 */
export function entityNamed(kind: FieldKind, { id, label: name }: FieldValue): Entity | null {
  switch (kind) {
    case 'status':
      return { kind, id, name, category: null }
    case 'type':
      return { kind, id, name, subtask: false, hierarchyLevel: null }
    case 'priority':
    case 'resolution':
      return { kind, id, name }
    case 'version':
      return { kind, id, name, projectId: null, released: null, archived: null, releaseDate: null }
    case 'component':
      return { kind, id, name, projectId: null }
    case 'sprint':
      return { kind, id, name, state: null, start: null, end: null, completed: null }
    case 'user':
    case 'project':
    case 'issue':
    case 'option':
    case 'label':
    case 'text':
    case 'number':
    case 'date':
    case 'datetime':
      return null
  }
}
