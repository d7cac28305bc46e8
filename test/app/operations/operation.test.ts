import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import type { RequestContext } from '../../../src/access/permissions/request-context.ts'
import { command, endsWithContext, handled, operation } from '../../../src/app/operations/operation.ts'
import { topics } from '../../../src/app/operations/topics.ts'

const run = async (_deps: object, _id: string) => 'done'

describe('an operation', () => {
  it('does not compile without a permission, a cost, or its errors', () => {
    // @ts-expect-error who may call it is missing
    handled({ cost: 'none', errors: [], routes: [], run })
    // @ts-expect-error its cost is missing
    command({ errors: [], run })
    // @ts-expect-error its errors are missing
    command({ cost: 'none', run })
    // @ts-expect-error there is no such error
    command({ cost: 'none', errors: ['NOT_AN_ERROR'], run })
    expect(handled({ admits: 'users', cost: 'none', errors: [], routes: [], run }).admits).toBe('users')
  })

  it('does not compile with a misspelt member', () => {
    // @ts-expect-error the member is called errors
    command({ cost: 'none', errors: [], erors: [], run })
    const route = {
      method: 'GET',
      path: '/x',
      stability: 'stable',
      id: 'x',
      summary: 'X.',
      argumentsOf: (): [string] => ['x'],
      refusals: {},
    } as const
    const answers = [{ status: 200, description: 'X.' }] as const
    operation({ admits: 'users', cost: 'none', errors: [], run, route: { ...route, answers } })
    // @ts-expect-error a route has answers
    operation({ admits: 'users', cost: 'none', errors: [], run, route })
    expect(answers).toHaveLength(1)
  })

  it('does not compile in a queue without the caller that waits in it', () => {
    // @ts-expect-error the last argument is no RequestContext
    command({ cost: 'read', errors: [], run })
    const waiting = async (_deps: object, _context: RequestContext) => 'done'
    expect(command({ cost: 'read', errors: [], run: waiting }).cost).toBe('read')
  })

  it('has each route once', () => {
    const routes = Object.values(topics)
      .flatMap(topic => Object.values(topic))
      .flatMap(one => {
        const own = 'routes' in one ? one.routes : []
        return 'route' in one ? [...own, `${one.route.method} ${one.route.path}`] : own
      })
    expect(routes.length).toBeGreaterThan(40)
    expect(new Set(routes).size).toBe(routes.length)
  })
})

describe('the last argument of a call', () => {
  it.each([
    [[{ caller: LOCAL_CALLER }], true],
    [['x', { caller: LOCAL_CALLER, signal: undefined }], true],
    [[{ caller: 'ann' }], false],
    [[{ caller: { login: 'ann' } }], false],
    [[{ caller: LOCAL_CALLER }, null], false],
    [[], false],
  ])('%j is a context: %s', (args, expected) => expect(endsWithContext(args)).toBe(expected))
})
