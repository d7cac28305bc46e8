import { describe, expect, it } from 'vitest'
import { END } from '../../../scripts/demo/period.ts'
import { nextVersion, versionsOf } from '../../../scripts/demo/versions.ts'

const versions = versionsOf(4, 100)

describe('the versions of a project', () => {
  it('are released after their release date, and two are unreleased', () => {
    expect(versions.filter(version => version.released !== version.releaseAt <= END)).toEqual([])
    expect(versions.filter(version => !version.released)).toHaveLength(2)
  })

  it('are archived only when they are old', () => {
    expect(versions.filter(version => version.archived).map(version => version.name)).toEqual(['4.0', '4.1', '4.2'])
  })

  it('are found by the next release', () => {
    expect(nextVersion(versions, versions[2]!.releaseAt - 1)?.name).toBe('4.2')
    expect(nextVersion(versions, versions[2]!.releaseAt)?.name).toBe('4.3')
    expect(nextVersion(versions, versions.at(-1)!.releaseAt)).toBeUndefined()
  })
})
