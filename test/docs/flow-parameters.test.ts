import { describe, it } from 'vitest'
import { flowParametersReference } from '../../scripts/flow-parameters-reference.ts'
import { expectGolden } from '../support/golden.ts'

describe('docs/reference/flow-parameters.md', () => {
  it('matches the definitions of the parameters', () => {
    expectGolden(new URL('../../docs/reference/flow-parameters.md', import.meta.url), flowParametersReference())
  })
})
