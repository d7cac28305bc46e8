import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { jqlCatalogueOf } from '../../../src/core/catalogue/jql-catalogue.ts'
import { bindJql } from '../../../src/core/jql/bind-jql.ts'
import type { BoundCondition } from '../../../src/core/jql/bound-query.ts'
import { countSearches } from '../../../src/core/jql/check/count-searches.ts'
import type { JqlError } from '../../../src/core/jql/jql-error.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { meaning, problems, sampleCatalogue, sampleContext, savedQuery } from './sample.ts'

describe('values', () => {
  it.each([
    ['status = "to do"', "status is 'To Do' (10)"],
    ['status = 10', "status is 'To Do' (10)"],
    ['status != Done', "status is not empty and is none of 'Done' (12)"],
    ['NOT status = Done', "status is not empty and is none of 'Done' (12)"],
    ['status in (Done, EMPTY)', "status is 'Done' (12) or empty"],
    ['status not in (Done, EMPTY)', "status is not empty and is none of 'Done' (12)"],
    ['assignee = EMPTY', 'assignee is empty'],
    ['assignee != NULL', 'assignee is not empty'],
    ['NOT assignee is EMPTY', 'assignee is not empty'],
    ['assignee = "ANN@example.org"', "assignee is 'Ann Able' (ann)"],
    ['reporter = "Bob Baker"', "reporter is 'Bob Baker' (bob)"],
    ['project in (apo, "Borealis", 2)', "project is 'Apollo Programme' (1) or 'Borealis' (2)"],
    ['resolution = Unresolved', 'resolution is empty'],
    ['resolution != unresolved', 'resolution is not empty'],
    ['labels = Red', "labels has 'red'"],
    ['labels not in (a, b)', "labels is not empty and has none of 'a' or 'b'"],
    ['fixVersion = "1.0"', "fixVersion has '1.0' (50) or '1.0' (53)"],
    ['fixVersion = 9', "fixVersion has '9' (54)"],
    ['"Story Points" in (1, 2.5, EMPTY)', 'any of\n  Story Points = 1\n  Story Points = 2.5\n  Story Points is empty'],
    ['"Story Points" not in (1, EMPTY)', 'all of\n  Story Points != 1\n  Story Points is not empty'],
    ['cf[10020] >= -5', 'Story Points >= -5'],
    ['10020 = 5', 'Story Points = 5'],
    ['Severity = s1', "Severity is 's1'"],
    ['sprint in (70, openSprints())', "sprint has 'Sprint 1' (70) or 'Sprint 2' (71)"],
  ])('understands %s', (query, expected) => {
    expect(meaning(query)).toBe(expected)
  })

  it('treats an unquoted number as an id first, and a quoted one as a name', () => {
    const catalogue = jqlCatalogueOf({
      ...sampleCatalogue,
      sprints: [
        { id: '5', name: '6', state: null },
        { id: '6', name: '5', state: null },
      ],
    })
    expect(meaning('sprint = 5', { catalogue })).toBe("sprint has '6' (5)")
    expect(meaning('sprint = "5"', { catalogue })).toBe("sprint has '5' (6)")
  })

  it('matches any field of a shared name, and none of them when negated', () => {
    expect(meaning('Team = Red')).toBe("any of\n  Team is 'red'\n  Team is 'red'")
    expect(meaning('NOT Team = Red')).toMatch(/^all of/)
    expect(meaning('Team is EMPTY')).toMatch(/^all of/)
    expect(meaning('Team is not EMPTY')).toMatch(/^any of/)
    expect(meaning('cf[10021] = Red')).toBe("Team is 'red'")
  })

  it('orders priorities by rank, and versions within their project', () => {
    expect(meaning('priority > Low')).toBe("priority is 'Highest' (30) or 'High' (31)")
    expect(meaning('priority <= High')).toBe("priority is 'High' (31) or 'Low' (32)")
    expect(meaning('NOT priority > Low')).toBe("priority is 'Low' (32)")
    expect(meaning('priority > Highest')).toBe('no issue')
    expect(meaning('fixVersion > "1.0"')).toBe("fixVersion has '1.1' (51) or '2.0' (52) or '9' (54)")
    expect(meaning('resolution > Fixed')).toBe("resolution is 'Duplicate' (41)")
  })

  it('turns status categories into statuses; no category is empty', () => {
    expect(meaning('statusCategory = "In Progress"')).toBe("status is 'In Progress' (11)")
    expect(meaning('statusCategory in (2, Done)')).toBe("status is 'To Do' (10) or 'Done' (12)")
    expect(meaning('statusCategory != Done')).toBe("status is 'To Do' (10) or 'In Progress' (11)")
    expect(meaning('statusCategory is EMPTY')).toBe("status is 'Odd' (13)")
    expect(meaning('statusCategory = "No Category"')).toBe("status is 'Odd' (13)")
    expect(meaning('statusCategory is not EMPTY')).toBe("status is 'To Do' (10) or 'In Progress' (11) or 'Done' (12)")
  })

  it('parses work durations by the working day; a number is minutes, a stored value seconds', () => {
    expect(meaning('timeSpent >= 4h')).toBe('timeSpent >= 14400')
    expect(meaning('originalEstimate = "1w 1d"')).toBe('originalEstimate = 172800')
    expect(meaning('remainingEstimate > 30')).toBe('remainingEstimate > 1800')
  })

  it('finds issues by key and by id, and compares keys within their project', () => {
    expect(meaning('key = apo-1')).toBe('key is APO-1')
    expect(meaning('id in (101, BOR-7)')).toBe('key is APO-2 or BOR-7')
    expect(meaning('issue >= BOR-7')).toBe("key >= number 7 of project 'Borealis' (2)")
    expect(meaning('"Epic Link" = APO-1')).toBe("Epic Link is 'apo-1'")
  })
})

describe('NOT', () => {
  it('is pushed down to the leaves and inverts operators', () => {
    expect(meaning('NOT (status = Done AND (priority > Low OR labels is EMPTY))')).toBe(
      "any of\n  status is not empty and is none of 'Done' (12)\n  all of\n    priority is 'Low' (32)\n    labels is not empty",
    )
    expect(meaning('NOT created < 0')).toBe('created >= 1970-01-01 01:00 (Europe/Berlin)')
    expect(meaning('NOT summary ~ a')).toBe("summary is not empty and does not match 'a'")
    expect(meaning('NOT status WAS Done')).toBe("status never was 'Done' (12)")
    expect(meaning('NOT status WAS NOT Done')).toBe("status is or was 'Done' (12)")
    expect(meaning('NOT status CHANGED')).toBe('status never changed')
  })
})

describe('functions', () => {
  it.each([
    ['assignee = currentUser()', "assignee is 'Ann Able' (ann)"],
    ['assignee in (currentUser(), bob)', "assignee is 'Ann Able' (ann) or 'Bob Baker' (bob)"],
    ['assignee in membersOf("Crew")', "assignee is 'Ann Able' (ann) or 'Bob Baker' (bob)"],
    ['issuetype in (standardIssueTypes, subTaskIssueTypes)', "issuetype is 'Bug' (20) or 'Sub-task' (21)"],
    ['type not in subTaskIssueTypes()', "issuetype is not empty and is none of 'Sub-task' (21)"],
    ['fixVersion in releasedVersions()', "fixVersion has '1.0' (50) or '1.1' (51) or '1.0' (53)"],
    ['fixVersion in unreleasedVersions(BOR)', "fixVersion has '9' (54)"],
    ['fixVersion = latestReleasedVersion(APO)', "fixVersion has '1.1' (51)"],
    ['fixVersion = latestReleasedVersion(BOR)', 'no issue'],
    ['fixVersion = earliestUnreleasedVersion(1)', "fixVersion has '2.0' (52)"],
    ['issue in linkedIssues(APO-1)', 'issue is one linked to issue APO-1: duplicates or is duplicated by'],
    [
      'issue not in linkedIssues(APO-1, "is duplicated by")',
      'issue is not one linked to issue APO-1: is duplicated by',
    ],
    [
      'issue in updatedBy(bob, "-8d")',
      "issue is one that 'Bob Baker' (bob) created or changed at or after 2024-03-07 00:00 (Europe/Berlin)",
    ],
    [
      'issue in updatedBy(bob, "-8h", "2024-03-15")',
      "issue is one that 'Bob Baker' (bob) created or changed at or after 2024-03-14 00:00 (Europe/Berlin) and before 2024-03-16 00:00 (Europe/Berlin)",
    ],
    ['issue in timeInStatus("In Progress", ">", "5d")', "issue is one whose time in 'In Progress' (11) is > 5d"],
  ])('understands %s', (query, expected) => {
    expect(meaning(query)).toBe(expected)
  })

  it('matches nothing if nobody is signed in, and all issues with a value when negated', () => {
    expect(meaning('assignee = currentUser()', { currentUser: null })).toBe('no issue')
    expect(meaning('assignee != currentUser()', { currentUser: null })).toBe('assignee is not empty')
  })
})

describe('history', () => {
  it.each([
    ['status WAS "In Progress"', "status is or was 'In Progress' (11)"],
    ['status WAS Open', "status is or was 'open'"],
    ['status WAS IN ("To Do", Open)', "status is or was 'To Do' (10) or 'open'"],
    ['assignee WAS EMPTY', 'assignee is or was empty'],
    ['assignee WAS currentUser()', "assignee is or was 'Ann Able' (ann)"],
    ['assignee WAS NOT IN membersOf(crew)', "assignee never was 'Ann Able' (ann) or 'Bob Baker' (bob)"],
    [
      'status WAS Done AFTER "2024/03/01" BY bob',
      "status is or was 'Done' (12) after 2024-03-01 00:00 (Europe/Berlin) by 'Bob Baker' (bob)",
    ],
    [
      'status WAS Done ON "2024-03-01"',
      "status is or was 'Done' (12) after 2024-03-01 00:00 (Europe/Berlin) and before 2024-03-02 00:00 (Europe/Berlin)",
    ],
    [
      'status WAS Done DURING ("2024-01-01", "2024-01-31")',
      "status is or was 'Done' (12) after 2024-01-01 00:00 (Europe/Berlin) and before 2024-02-01 00:00 (Europe/Berlin)",
    ],
    [
      'status CHANGED FROM "To Do" TO (Done, Odd) BY (ann, currentUser())',
      "status changed from 'To Do' (10) to 'Done' (12) or 'Odd' (13) by 'Ann Able' (ann)",
    ],
    ['fixVersion CHANGED FROM EMPTY TO "1.1"', "fixVersion changed from empty to '1.1' (51)"],
    ['resolution CHANGED FROM Unresolved', 'resolution changed from empty'],
  ])('understands %s', (query, expected) => {
    expect(meaning(query)).toBe(expected)
  })

  it('matches a change after an instant from the next millisecond on, and before it up to the last one', () => {
    const leaf = atOnce(bindJql(parseJql('status CHANGED AFTER 1000 BEFORE 2000'), sampleContext)).where
    expect(leaf).toMatchObject({ kind: 'changed', from: 1001, before: 2000 })
    expect(atOnce(bindJql(parseJql('status CHANGED DURING (1000, 2000)'), sampleContext)).where).toMatchObject({
      from: 1000,
      before: 2001,
    })
  })

  it('covers a day with ON, or a minute if there is a time of day', () => {
    const [day, minute, relative] = ['"2024-03-31"', '"2024-03-01 12:00"', '-1d'].map(
      date =>
        atOnce(bindJql(parseJql(`status CHANGED ON ${date}`), sampleContext)).where as unknown as {
          from: number
          before: number
        },
    )
    // The last of March has 23 hours in Berlin.
    expect(day!.before - day!.from).toBe(23 * 3_600_000)
    expect(minute!.before - minute!.from).toBe(60_000)
    expect(relative!.from).toBe(Date.parse('2024-03-13T23:00:00Z'))
  })

  it('ends DURING with its last day, or at the exact instant', () => {
    const endOf = (end: string) =>
      (
        atOnce(bindJql(parseJql(`status CHANGED DURING ("2024-01-01", "${end}")`), sampleContext)).where as unknown as {
          before: number
        }
      ).before
    expect(endOf('2024-01-31')).toBe(Date.parse('2024-01-31T23:00:00Z'))
    expect(endOf('2024-01-31 10:00')).toBe(Date.parse('2024-01-31T09:00:00.001Z'))
  })

  it('matches a change of any field of a shared name, and of none when negated', () => {
    expect(meaning('Team CHANGED')).toMatch(/^any of/)
    expect(meaning('NOT Team CHANGED')).toMatch(/^all of/)
    expect(meaning('Team WAS Red')).toMatch(/^any of/)
    expect(meaning('Team WAS NOT Red')).toMatch(/^all of/)
    expect(meaning('NOT Team WAS NOT Red')).toMatch(/^any of/)
  })

  it('applies all predicates to one change', () => {
    expect(
      atOnce(bindJql(parseJql('status CHANGED AFTER 1000 AFTER 500 BEFORE 9000 BEFORE 8000'), sampleContext)).where,
    ).toMatchObject({ from: 1001, before: 8000 })
  })
})

describe('order', () => {
  const order = (query: string) =>
    atOnce(bindJql(parseJql(query), sampleContext)).orderBy.map(({ field, direction }) => `${field.id} ${direction}`)

  it('ends with the key, newest first', () => {
    expect(order('')).toEqual(['issuekey DESC'])
    expect(order('ORDER BY status, key ASC')).toEqual(['status ASC', 'issuekey ASC'])
  })

  it('has each field once, at its first position', () => {
    const expected = ['created DESC', 'status ASC', 'issuekey DESC']
    expect(order('ORDER BY created, status, createdDate ASC, key, status')).toEqual(expected)
  })

  it('uses the default direction of each field', () => {
    expect(order('ORDER BY created, priority, due, summary, assignee, cf[10020]')).toEqual([
      'created DESC',
      'priority DESC',
      'duedate DESC',
      'summary ASC',
      'assignee ASC',
      'customfield_10020 ASC',
      'issuekey DESC',
    ])
  })
})

describe('saved filters', () => {
  it('are inserted where they are used, by name or id, without their order', () => {
    expect(meaning('filter = "open bugs" OR status = Done')).toBe(
      "any of\n  all of\n    issuetype is 'Bug' (20)\n    resolution is empty\n  status is 'Done' (12)",
    )
    expect(meaning('filter != 900')).toBe(
      "any of\n  issuetype is not empty and is none of 'Bug' (20)\n  resolution is not empty",
    )
    expect(meaning('filter = Everything')).toBe('every issue')
    expect(meaning('NOT filter in (900, Everything)')).toBe('no issue')
  })

  it('must not have circular references', () => {
    expect(problems('filter = Snake')).toEqual([
      "The saved filter 'Tail' can not be used: The saved filters use each other in a circle: 'Snake' -> 'Tail' -> 'Snake'.",
    ])
  })

  it('have their errors reported where they are used', () => {
    try {
      atOnce(bindJql(parseJql('status = Done AND filter = Lost'), sampleContext))
      expect.unreachable()
    } catch (error) {
      expect((error as JqlError).problems).toMatchObject([
        {
          code: 'JQL_FILTER_INVALID',
          character: 28,
          message:
            "The saved filter 'Lost' can not be used: The value 'Nowhere' does not exist for the field 'status'.",
        },
      ])
    }
    expect(problems('filter = Torn')[0]).toContain(
      "The saved filter 'Torn' can not be used: Error in JQL Query: Expecting either a value",
    )
    expect(problems('filter = "Open bug"')).toEqual([
      "The value 'Open bug' does not exist for the field 'filter'. Did you mean 'Open bugs'?",
    ])
  })

  it('that grow exponentially are stopped early', () => {
    const savedQueries = Array.from({ length: 40 }, (_, i) =>
      savedQuery(`f${i}`, `f${i}`, i === 0 ? 'status = Done' : `filter = f${i - 1} OR filter = f${i - 1}`),
    )
    // Without the limit, this would not end.
    expect(problems('filter = f39', { catalogue: jqlCatalogueOf({ ...sampleCatalogue, savedQueries }) })[0]).toContain(
      'more than 20000 clauses',
    )
  })
})

describe('values of one field', () => {
  it.each([
    ['status = Done OR status = "To Do" OR status = Done', "status is 'Done' (12) or 'To Do' (10)"],
    ['labels = a OR labels in (b, c)', "labels has 'a' or 'b' or 'c'"],
    ['status != Done AND status != "To Do"', "status is not empty and is none of 'Done' (12) or 'To Do' (10)"],
    ['NOT (labels = a OR labels = b)', "labels is not empty and has none of 'a' or 'b'"],
  ])('combined with %s are one list', (query, expected) => {
    expect(meaning(query)).toBe(expected)
  })

  it.each([
    ['labels = a AND labels = b', "all of\n  labels has 'a'\n  labels has 'b'"],
    [
      'labels != a OR labels != b',
      "any of\n  labels is not empty and has none of 'a'\n  labels is not empty and has none of 'b'",
    ],
  ])('combined with %s stay separate', (query, expected) => {
    expect(meaning(query)).toBe(expected)
  })
})

describe('the number of searches', () => {
  const times = (n: number, clause: (i: number) => string, word = 'AND') =>
    Array.from({ length: n }, (_, i) => clause(i)).join(` ${word} `)
  const LIMIT = /^The query needs \d+ searches/

  it.each([
    ['words', (i: number) => `summary ~ w${i}`],
    ['histories', () => 'status WAS Done'],
    ['values of a field with several', (i: number) => `labels = l${i}`],
    ['values of a field of its own', () => 'Severity = s1'],
    ['fields of their own without a value', () => 'Severity is EMPTY'],
    ['projects', () => 'project = APO'],
  ])('is no more than 50 searches: %s', (_name, clause) => {
    const written = (n: number) => times(n, i => `(${clause(i)} ${i % 2 ? 'AND' : 'OR'} created > ${i})`)
    expect(problems(written(50)).filter(problem => LIMIT.test(problem))).toEqual([])
    expect(problems(written(51))[0]).toMatch(/^The query needs 51 searches/)
  })

  it('is one for each list of more than 50 values', () => {
    const field = { id: 'status', name: 'status', kind: 'status', multi: false } as const
    const list = (n: number): BoundCondition => {
      const ids = Array.from({ length: n }, (_, i) => String(i))
      return { kind: 'single', field, ids, texts: [], negated: false, orEmpty: false }
    }
    expect(countSearches({ kind: 'and', conditions: [list(50), list(51), list(52)] })).toBe(2)
  })

  it('does not include conditions on values stored with the issue', () => {
    const clauses = [
      'status = Done',
      'assignee is EMPTY',
      'created > 1',
      'resolved < 2',
      'key = APO-1',
      'priority > Low',
    ]
    const query = times(3_000, i => `(${clauses[i % 6]} AND ${clauses[(i + 1) % 6]})`, 'OR')
    expect(problems(query)).toEqual([])
  })

  it('is one for all comparisons of a number, combined by AND or OR', () => {
    expect(problems(times(2_000, i => `"Story Points" = ${i}`, 'OR'))).toEqual([])
    expect(problems(times(2_000, i => `"Story Points" != ${i}`, 'AND'))).toEqual([])
    expect(problems(`"Story Points" in (${times(9_999, String, ',')})`)).toEqual([])
  })

  it('counts each value of a list of numbers or instants as a clause', () => {
    const list = `created in (${Array(9_999).fill('"2024-01-01"').join()})`
    expect(problems(`${list} OR ${list}`)).toEqual([])
    expect(problems(`${list} OR ${list} OR created in (1d, 2d)`)[0]).toContain('more than 20000 clauses')
  })

  it('allows a text of at most 65,536 characters', () => {
    expect(problems(`summary ~ "${'x'.repeat(65_536)}"`)).toEqual([])
    expect(problems(`summary ~ "${'x'.repeat(65_537)}"`)[0]).toContain('or more than 65536 characters')
    expect(problems(`summary ~ "\\"a\\"${'~1'.repeat(100_000)}"`)[0]).toContain('or more than 65536 characters')
  })
})

describe('semantic errors', () => {
  it.each([
    ['universe = 42', "Field 'universe' does not exist or you do not have permission to view it."],
    ['statsu = Done', "Field 'statsu' does not exist or you do not have permission to view it. Did you mean 'status'?"],
    ['votes > 3', "Field 'votes' does not exist or you do not have permission to view it. (votes are not imported)"],
    [
      'issue.property[a].b = 1',
      "Field 'issue.property[a].b' does not exist or you do not have permission to view it. (properties of entities are not imported)",
    ],
    ['project = INVALID', "The value 'INVALID' does not exist for the field 'project'."],
    ['status = Doen', "The value 'Doen' does not exist for the field 'status'. Did you mean 'Done'?"],
    ['issuetype = 123', "A value with ID '123' does not exist for the field 'issuetype'."],
    ['Severity = S9', "The value 'S9' does not exist for the field 'Severity'. Did you mean 'S1' or 'S2'?"],
    ['summary = test', "The operator '=' is not supported by the 'summary' field. It supports ~, !~, IS, IS NOT."],
    ['NOT summary = test', "The operator '=' is not supported by the 'summary' field. It supports ~, !~, IS, IS NOT."],
    ['text !~ foo', "The operator '!~' is not supported by the 'text' field. It supports ~."],
    ['summary in test', `Operator 'in' does not support the non-list value '"test"' for field 'summary'.`],
    ['assignee = (ann, bob)', `Operator '=' does not support the list value '("ann", "bob")' for field 'assignee'.`],
    [
      'assignee is bob',
      `Operator 'is' does not support the value '"bob"' for field 'assignee'. It supports EMPTY and NULL only.`,
    ],
    ['updated < empty', "Operator '<' does not support the empty value for field 'updated'."],
    ['assignee = noSuchFunction(1)', "Unable to find JQL function 'noSuchFunction(1)'."],
    ['assignee = curentUser()', "Unable to find JQL function 'curentUser()'. Did you mean 'currentUser'?"],
    ['issue in votedIssues()', "Unable to find JQL function 'votedIssues()'. (votes are not imported)"],
    ['status = currentUser()', "A value provided by the function 'currentUser' is invalid for the field 'status'."],
    [
      'assignee = membersOf(crew)',
      "Function 'membersOf' returns a list of values: use it with IN or NOT IN, not with '='.",
    ],
    ['created > now("-7d")', "Function 'now' expected '0' arguments but received '1'."],
    ['issue in updatedBy()', "Function 'updatedBy' expected '1 to 3' arguments but received '0'."],
    [
      'assignee in membersOf("nosuchgroup")',
      "Function 'membersOf' can not generate a list of usernames for group 'nosuchgroup'; the group does not exist.",
    ],
    [
      'created >= startOfDay(-1x)',
      "The increment '-1x' of function 'startOfDay' is invalid. The format is (+/-)nn(y|M|w|d|h|m), e.g. '-1M' for a month earlier.",
    ],
    ['key = LAUNCH-999', "An issue with key 'LAUNCH-999' does not exist for field 'key'."],
    ['key = nonsense', "The issue key 'nonsense' for field 'key' is invalid."],
    ['text ~ "AND"', "Unable to parse the text 'AND' for field 'text'."],
    ['text ~ " "', "The field 'text' does not support searching for an empty string."],
    ['created WAS 5', "History searches do not support the 'created' field."],
    ['sprint changed after -1d', "History searches do not support the 'sprint' field."],
    [
      'status changed during -1w',
      `DURING needs a list of two dates, such as ("2024-01-01", "2024-03-31"); '"-1w"' for field 'status' is not.`,
    ],
    ['"Story Points" > many', "The value 'many' for field 'Story Points' is invalid. A number is needed."],
    [
      'timeSpent > originalEstimate',
      "The value 'originalEstimate' for field 'timeSpent' is invalid. A length of time is needed, such as '4h' or '1w 2d'; a number alone is minutes.",
    ],
    ['status = Done ORDER BY bogus', "Not able to sort using field 'bogus'."],
    ['ORDER BY text', "Not able to sort using field 'text'."],
    [
      'issue in linkedIssues(APO-1, blocks)',
      "Function 'linkedIssues' can not use 'blocks': it is not a type of links.",
    ],
  ])('says what is wrong with %s', (query, expected) => {
    expect(problems(query)).toEqual([expected])
  })

  it('are all reported at once, in the order of the text, each with its location', () => {
    try {
      atOnce(
        bindJql(
          parseJql('universe = 1 AND status in (Done, Lost, Gone)\n  OR created > nowhen ORDER BY bogus'),
          sampleContext,
        ),
      )
      expect.unreachable()
    } catch (error) {
      expect((error as JqlError).problems.map(({ code, line, character }) => `${code} ${line}:${character}`)).toEqual([
        'JQL_FIELD_UNKNOWN 1:1',
        'JQL_VALUE_UNKNOWN 1:35',
        'JQL_VALUE_UNKNOWN 1:41',
        'JQL_DATE_INVALID 2:16',
        'JQL_SORT_UNSUPPORTED 2:32',
      ])
      expect((error as JqlError).message).toContain('  OR created > nowhen ORDER BY bogus\n               ^^^^^^')
    }
  })

  it('include links if none are imported', () => {
    const catalogue = jqlCatalogueOf({ ...sampleCatalogue, linkTypes: null })
    expect(problems('issue in linkedIssues(APO-1)', { catalogue })).toEqual([
      "Unable to find JQL function 'linkedIssues(APO-1)'. (links are not imported)",
    ])
  })

  it('are limited to the first hundred of ten thousand unknown values', () => {
    const values = Array.from({ length: 8000 }, (_, i) => `nobody${i}`).join()
    expect(problems(`assignee in (${values})`.slice(0, 65_000).replace(/,[^,]*$/, ')'))).toHaveLength(100)
  })
})

describe('the steps of a query', () => {
  /** Returns the number of steps of a query next to a saved filter with this number of clauses. */
  const stepsOf = (text: string, clauses: number) => {
    const jql = Array.from({ length: clauses }, (_, i) => `labels = l${i}`).join(' OR ')
    const catalogue = jqlCatalogueOf({ ...sampleCatalogue, savedQueries: [savedQuery('7', 'Large', jql)] })
    const steps = bindJql(parseJql(text), { ...sampleContext, catalogue })
    let count = 0
    while (!steps.next().done) count++
    return count
  }

  it('include each clause of its saved filters, so that other work gets its turn', () => {
    expect(stepsOf('filter = Large', 1_000) - stepsOf('filter = Large', 500)).toBeGreaterThanOrEqual(1_000)
    expect(stepsOf('status = Done', 1_000)).toBeLessThan(10)
  })
})
