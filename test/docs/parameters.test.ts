import { describe, expect, it } from 'vitest'
import { parametersReference } from '../../scripts/parameters-reference.ts'
import { parameters } from '../../src/store/plan/parameters.ts'
import { expectGolden } from '../support/golden.ts'

describe('docs/reference/parameters.md', () => {
  it('matches the parameter definitions', () => {
    expectGolden(new URL('../../docs/reference/parameters.md', import.meta.url), parametersReference())
  })

  it('has a section for every parameter, in their order', () => {
    const sections = [...parametersReference().matchAll(/^## (.*)$/gm)].map(([, name]) => name)
    expect(sections).toEqual(parameters.map(({ name }) => name))
  })
})
