import { describe, expect, it } from 'vitest'
import { distinctChanges } from '../../../src/core/history/distinct-changes.ts'
import type { Change } from '../../../src/core/history/model.ts'
import { change, value } from '../../support/notation.ts'

/** Returns a change such as `type 5 Bug>Task`. */
function changeOf(line: string): Change {
  const [field, at, values] = line.split(' ') as [string, string, string]
  const [from, to] = values.split('>').map(name => (name === '-' ? [] : name.split('+').map(value)))
  return change(field, Number(at), from!, to!)
}

function distinct(...lines: string[]): string[] {
  const all = lines.map(changeOf)
  const kept = distinctChanges(all)
  return lines.filter((_, i) => kept.includes(all[i]!))
}

describe('a change that is logged twice', () => {
  it('is one change, even with changes of other fields in between', () => {
    expect(distinct('type 5 Bug>Task', 'type 5 Bug>Task')).toHaveLength(1)
    expect(distinct('type 5 Bug>Task', 'labels 5 ->a', 'type 5 Bug>Task', 'type 5 Bug>Task')).toHaveLength(2)
  })

  it('of several values is one change', () => {
    expect(distinct('labels 5 ->a+b', 'labels 5 ->a+b')).toHaveLength(1)
  })
})

describe('changes that look alike', () => {
  it.each([
    ['of two instants', 'type 5 Bug>Task', 'type 6 Bug>Task'],
    ['of two fields', 'type 5 Bug>Task', 'kind 5 Bug>Task'],
    ['from two values', 'type 5 Bug>Task', 'type 5 Story>Task'],
    ['to two values', 'type 5 Bug>Task', 'type 5 Bug>Story'],
    ['from no value', 'type 5 Bug>Task', 'type 5 ->Task'],
    ['with a change of the field between them', 'type 5 Bug>Task', 'type 5 Task>Bug', 'type 5 Bug>Task'],
  ])('%s are all kept', (_, ...lines) => {
    expect(distinct(...lines)).toEqual(lines)
  })
})
