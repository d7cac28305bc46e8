import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { bindJql } from '../../../src/core/jql/bind-jql.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { plainEvaluate } from './plain-evaluate.ts'
import { plainIssues } from './plain-issues.ts'
import { sampleContext } from './sample.ts'

const KEYS: Readonly<Record<string, string>> = { '100': 'APO-1', '101': 'APO-2', '102': 'BOR-7', '103': 'BOR-8' }

function found(query: string): string {
  const bound = atOnce(bindJql(parseJql(query), sampleContext))
  return plainEvaluate(bound, plainIssues)
    .map(id => KEYS[id])
    .join(' ')
}

describe('evaluation of queries for four issues', () => {
  it.each([
    ['', 'APO-1 APO-2 BOR-7 BOR-8'],
    ['assignee = ann', 'APO-1'],
    // An empty value is never "not ann".
    ['assignee != ann', 'BOR-7'],
    ['NOT assignee = ann', 'BOR-7'],
    ['assignee is EMPTY', 'APO-2 BOR-8'],
    ['assignee in (ann, EMPTY)', 'APO-1 APO-2 BOR-8'],
    ['assignee not in (ann, EMPTY)', 'BOR-7'],
    ['labels = red', 'APO-1 APO-2'],
    ['labels = red AND labels = blue', 'APO-1'],
    // A second label does not help.
    ['labels != blue', 'APO-2'],
    ['priority > Low', 'APO-1 BOR-7'],
    ['fixVersion = "1.0"', 'APO-1 BOR-7'],
    ['fixVersion > "1.0"', 'APO-1'],
    ['"Story Points" != 5', 'BOR-7'],
    ['NOT "Story Points" > 3', 'BOR-7'],
    ['Team = Red', 'APO-1 BOR-7'],
    ['due < "2024-03-15"', 'APO-1'],
    ['created >= -7d', 'APO-2 BOR-7 BOR-8'],
    ['key >= APO-2', 'APO-2'],
    ['project = BOR', 'BOR-7 BOR-8'],
    ['statusCategory = Done', 'APO-1'],
    ['statusCategory != Done', 'APO-2 BOR-7'],
    ['statusCategory is EMPTY', 'BOR-8'],
    ['summary ~ "engines broke*"', 'APO-1'],
    ['summary ~ engine', 'APO-1 APO-2'],
    ['description !~ engine', 'APO-2'],
    ['text ~ words', 'APO-2'],
    ['NOT text ~ engine', 'BOR-7 BOR-8'],
    // By its name at that time; the same id is called To Do now.
    ['status WAS Open', 'APO-1'],
    ['status WAS "To Do"', 'APO-1 APO-2 BOR-7'],
    ['status WAS NOT "To Do"', 'BOR-8'],
    ['status WAS "In Progress" BY bob', 'APO-1'],
    ['status WAS "In Progress" BEFORE -9d', ''],
    ['status WAS "In Progress" ON -3d', 'APO-1'],
    ['status WAS "To Do" AFTER -2d', 'APO-2 BOR-7'],
    ['assignee WAS EMPTY DURING (-20d, -10d)', 'APO-1'],
    ['resolution WAS EMPTY', 'APO-1 APO-2 BOR-7 BOR-8'],
    ['assignee WAS NOT EMPTY', 'BOR-7'],
    ['status CHANGED', 'APO-1 APO-2'],
    ['NOT status CHANGED', 'BOR-7 BOR-8'],
    // Both ends and the author must match one change.
    ['status CHANGED FROM Open TO Done', ''],
    ['status CHANGED FROM "In Progress" TO Done BY ann', 'APO-1'],
    ['status CHANGED TO Done BY bob', ''],
    ['status CHANGED DURING (-8d, -2d)', 'APO-1'],
    ['status CHANGED AFTER -2d', 'APO-2'],
    ['assignee CHANGED FROM EMPTY', 'APO-1'],
    ['issue in linkedIssues(APO-1)', 'APO-2'],
    ['issue in linkedIssues(APO-1, "is duplicated by")', ''],
    ['issue in linkedIssues(APO-2, "is duplicated by")', 'APO-1'],
    ['issue not in linkedIssues(APO-1)', 'APO-1 BOR-7 BOR-8'],
    ['issue in (APO-1, linkedIssues(APO-1))', 'APO-1 APO-2'],
    ['issue in updatedBy(bob)', 'APO-1 APO-2'],
    ['issue in updatedBy(bob, -7d)', 'APO-2'],
    ['issue in timeInStatus("In Progress", ">=", "6d")', 'APO-1'],
    ['issue in timeInStatus("In Progress", "<", "6d")', 'APO-2 BOR-7 BOR-8'],
    ['filter = "Open bugs"', 'APO-2 BOR-8'],
  ])('%s: %s', (query, expected) => {
    expect(found(query)).toBe(expected)
  })
})
