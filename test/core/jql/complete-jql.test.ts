import { describe, expect, it } from 'vitest'
import { completeJql } from '../../../src/core/jql/complete-jql.ts'
import { sampleContext } from './sample.ts'

/** Returns the completions at the `|` of a text, and the text that they replace. */
function at(marked: string): { texts: string[]; replaced: string } {
  const position = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { replace, items } = completeJql(text, position, sampleContext)
  return { texts: items.map(item => item.text), replaced: text.slice(replace.start, replace.end) }
}

describe('completing', () => {
  it('starts with fields', () => {
    expect(at('|').texts).toEqual(
      expect.arrayContaining(['project', 'status', 'fixVersion', '"Story Points"', 'NOT', 'ORDER BY']),
    )
    expect(at('sta|').texts).toEqual(['status', 'statusCategory'])
    expect(at('story|')).toEqual({ texts: ['"Story Points"'], replaced: 'story' })
    expect(at('status = Done AND NOT (re|').texts.slice(0, 3)).toEqual(['resolution', 'reporter', 'resolved'])
  })

  it('offers the operators of the field', () => {
    expect(at('summary |').texts).toEqual([
      '~',
      '!~',
      'IS',
      'IS NOT',
      'WAS',
      'WAS IN',
      'WAS NOT',
      'WAS NOT IN',
      'CHANGED',
    ])
    expect(at('created |').texts).not.toContain('WAS')
    expect(at('status ch|').texts).toEqual(['CHANGED'])
  })

  it('offers values with the necessary quotation marks', () => {
    expect(at('status = |').texts).toEqual(['"To Do"', '"In Progress"', 'Done', 'Odd', 'EMPTY'])
    expect(at('status = "to |" AND a = b')).toEqual({ texts: ['"To Do"'], replaced: '"to "' })
    expect(at('status in (Done, i|)')).toEqual({ texts: ['"In Progress"'], replaced: 'i' })
    expect(at('status = Do|ne')).toEqual({ texts: ['Done', '"To Do"'], replaced: 'Done' })
    expect(at('assignee = bak|').texts).toEqual(['bob'])
    expect(at('status WAS |').texts).toContain('Done')
    expect(at('Severity = |').texts).toContain('S1')
    expect(at('statusCategory = |').texts).toContain('"In Progress"')
    expect(at('filter = |').texts).toContain('"Open bugs"')
  })

  it('offers functions whose values suit the field', () => {
    expect(at('assignee in (|').texts).toEqual(expect.arrayContaining(['currentUser()', 'membersOf(']))
    expect(at('assignee = |').texts).not.toContain('membersOf(')
    expect(at('created > startof|').texts).toEqual([
      'startOfDay(',
      'startOfWeek(',
      'startOfMonth(',
      'startOfQuarter(',
      'startOfYear(',
    ])
    expect(at('status changed after |').texts).toContain('now()')
    expect(at('status changed by cu|').texts).toEqual(['currentUser()'])
  })

  it('offers keywords after a clause', () => {
    expect(at('status = Done |').texts).toEqual(['AND', 'OR', 'ORDER BY'])
    expect(at('status changed |').texts.slice(0, 7)).toEqual(['AFTER', 'BEFORE', 'ON', 'DURING', 'BY', 'FROM', 'TO'])
    expect(at('status was Done |').texts).not.toContain('FROM')
    expect(at('assignee is |').texts).toEqual(['EMPTY'])
    expect(at('status = Done ORDER BY creat|').texts).toEqual(['creator', 'created'])
    expect(at('ORDER BY created |').texts).toEqual(['ASC', 'DESC'])
  })

  it('offers nothing after an error', () => {
    expect(at('status = = |').texts).toEqual([])
    expect(at('status = @ |').texts).toEqual([])
  })
})
