import { describe, expect, it } from 'vitest'
import { formatOpened, parseOpened, trailTo } from '../../../src/web/drilldown/opened.ts'

describe('the target of the drawer', () => {
  it.each([
    ['issue:APP-1', { kind: 'issue', issueKey: 'APP-1' }],
    ['cell:APP-1:3', { kind: 'cell', issueKey: 'APP-1', column: '3', group: null }],
    ['row:["Bug",null]:APP-1:a:b c', { kind: 'cell', issueKey: 'APP-1', column: 'a:b c', group: '["Bug",null]' }],
    ['cell:APP-1:a:b c', { kind: 'cell', issueKey: 'APP-1', column: 'a:b c', group: null }],
    ['row:[]', { kind: 'row', group: '[]' }],
    ['row:["a \\"]:b"]', { kind: 'row', group: '["a \\"]:b"]' }],
  ])('is parsed and formatted: %s', (text, opened) => {
    expect(parseOpened(text)).toEqual(opened)
    expect(formatOpened(parseOpened(text)!)).toBe(text)
  })

  it.each([
    undefined,
    '',
    'issue:',
    'issue:APP-1:3',
    'cell:APP-1',
    'row:x',
    'row:-1',
    'row:1',
    'row:[1]',
    'row:["1",]',
    'row:["1"]:APP-1',
    'row:["1"]:',
    'door:1',
  ])('is null for an invalid URL: %s', text => expect(parseOpened(text)).toBeNull())

  it('returns to a visited target, and starts over at an unrelated one', () => {
    const trail = ['row:["Bug"]', 'cell:A-1:3', 'issue:A-1']
    expect(trailTo(trail, 'row:["Bug"]')).toEqual(['row:["Bug"]'])
    expect(trailTo(trail, 'issue:A-1')).toEqual(trail)
    expect(trailTo(trail, 'row:["Task"]')).toEqual(['row:["Task"]'])
  })
})
