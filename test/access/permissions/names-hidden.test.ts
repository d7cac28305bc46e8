import { describe, expect, it } from 'vitest'
import { namesHidden } from '../../../src/access/permissions/names-hidden.ts'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import type { Catalogue, Person } from '../../../src/core/catalogue/model.ts'
import { EMPTY_CATALOGUE } from '../../support/empty-catalogue.ts'

/** Returns a catalogue with people who count how often they are read. */
function withPeople(ids: readonly string[]) {
  const reads = { count: 0 }
  const people = ids.map(id => ({
    get id() {
      reads.count++
      return id
    },
  }))
  return { catalogue: { ...EMPTY_CATALOGUE, people: people as unknown as readonly Person[] } as Catalogue, reads }
}

describe('the names of an export', () => {
  it('are hidden if the visible catalogue lacks one of the whole catalogue', () => {
    const [whole, visible] = [withPeople(['ann', 'bob']), withPeople(['ann'])]
    const isHidden = (...user: string[]) => atOnce(namesHidden({ user }, whole.catalogue, visible.catalogue))
    expect([isHidden('ann'), isHidden('ann', 'bob'), isHidden('removed')]).toEqual([false, true, false])
  })

  it('are looked up in many short steps, and only once for all exports', () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => `user${i}`)
    const [whole, visible] = [withPeople(ids), withPeople(ids)]
    const steps = namesHidden({ user: ['user7'] }, whole.catalogue, visible.catalogue)
    let pauses = 0
    while (!steps.next().done) pauses++
    expect(pauses).toBe(100)
    for (const user of ids.slice(0, 200)) atOnce(namesHidden({ user: [user] }, whole.catalogue, visible.catalogue))
    expect(whole.reads.count + visible.reads.count).toBe(10_000)
  })
})
