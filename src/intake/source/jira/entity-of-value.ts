import type { FieldKind } from '../../../core/fields/field.ts'
import { entityNamed } from '../../../core/history/entity-named.ts'
import type { Entity, FieldValue } from '../../../core/history/model.ts'
import { booleanOf, objectOf, textOf } from './json.ts'
import { readPerson } from './read-person.ts'
import { readSprint } from './read-sprint.ts'

/** Returns the entity that a present value of a field of `kind` describes; `null` when the kind has no dictionary. */
export function entityIn(element: unknown, kind: FieldKind, value: FieldValue, projectId: string): Entity | null {
  const object = objectOf(element) ?? {}
  switch (kind) {
    case 'user':
      return readPerson(element)
    case 'sprint':
      return readSprint(element)
    case 'status':
      return { kind, id: value.id, name: value.label, category: textOf(objectOf(object.statusCategory)?.key) }
    case 'type': {
      const { subtask, hierarchyLevel } = object
      return {
        kind,
        id: value.id,
        name: value.label,
        subtask: subtask === true,
        // Only Jira Cloud sends it.
        hierarchyLevel: isLevel(hierarchyLevel) ? hierarchyLevel : null,
      }
    }
    case 'version': {
      const [released, archived] = [booleanOf(object.released), booleanOf(object.archived)]
      const releaseDate = textOf(object.releaseDate)
      return { kind, id: value.id, name: value.label, projectId, released, archived, releaseDate }
    }
    case 'component':
      return { kind, id: value.id, name: value.label, projectId }
    case 'project':
    case 'priority':
    case 'resolution':
    case 'issue':
    case 'option':
    case 'label':
    case 'text':
    case 'number':
    case 'date':
    case 'datetime':
      return entityNamed(kind, value)
  }
}

/** Returns whether a JSON value is a level of a hierarchy of issue types; the store keeps 32 bits. */
function isLevel(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
}
