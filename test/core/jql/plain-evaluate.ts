import { stemOf, wordsOf } from '../../../src/core/base/words-of.ts'
import type {
  Actors,
  BoundCondition,
  BoundQuery,
  BoundSort,
  ChangedLeaf,
  CompareLeaf,
  HistoryValues,
  IssueSet,
  ValuesLeaf,
  WasLeaf,
} from '../../../src/core/jql/bound-query.ts'
import type { TextQuery } from '../../../src/core/jql/text/text-query.ts'

/** A present or past value of an issue: by id and text, and as a number or an instant if it is one. */
export interface PlainValue {
  readonly id: string
  readonly text: string
  readonly number?: number
  readonly at?: number
}

/** A stay of an issue with a value of a field; `null` is no value. */
export interface PlainStay {
  readonly field: string
  readonly value: PlainValue | null
  readonly entered: number
  readonly left: number | null
  readonly actor: string | null
}

/** One change of one value of a field. */
export interface PlainChange {
  readonly field: string
  readonly at: number
  readonly author: string | null
  readonly from: PlainValue | null
  readonly to: PlainValue | null
}

/** An issue with everything that queries can test. */
export interface PlainIssue {
  readonly id: string
  readonly project: string
  readonly number: number
  readonly created: number
  readonly creator: string | null
  readonly values: Readonly<Record<string, readonly PlainValue[]>>
  readonly stays: readonly PlainStay[]
  readonly changes: readonly PlainChange[]
  readonly links: readonly { readonly type: string; readonly from: string; readonly to: string }[]
}

/** Returns the ids of the issues that match a bound query: a naive implementation that tests one issue at a time. */
export function plainEvaluate({ where }: Pick<BoundQuery, 'where'>, issues: readonly PlainIssue[]): string[] {
  return issues.filter(issue => meets(where, issue)).map(({ id }) => id)
}

/** Returns whether an issue meets a condition. */
export function meets(condition: BoundCondition, issue: PlainIssue): boolean {
  switch (condition.kind) {
    case 'always':
      return true
    case 'never':
      return false
    case 'and':
      return condition.conditions.every(part => meets(part, issue))
    case 'or':
      return condition.conditions.some(part => meets(part, issue))
    case 'single':
    case 'multi':
      return meetsValues(condition, valuesOf(issue, condition.field.id))
    case 'empty':
      return (valuesOf(issue, condition.field.id).length === 0) !== condition.negated
    case 'keyRange':
      return issue.project === condition.project && compares(issue.number, condition.operator, condition.number)
    case 'compare':
      return valuesOf(issue, condition.field.id).some(value => meetsComparison(condition, value))
    case 'text': {
      const texts = condition.fields.flatMap(({ id }) => valuesOf(issue, id)).map(({ text }) => wordsOf(text))
      const found = texts.some(words => matches(condition.query, words))
      return condition.negated ? texts.length > 0 && !found : found
    }
    case 'was':
      return hadValue(condition, issue) !== condition.negated
    case 'changed':
      return issue.changes.some(change => isChange(condition, change)) !== condition.negated
    case 'issueSet':
      return isInSet(condition.set, issue) !== condition.negated
  }
}

function valuesOf(issue: PlainIssue, field: string): readonly PlainValue[] {
  if (field === 'issuekey') return [{ id: issue.id, text: '' }]
  if (field === 'project') return [{ id: issue.project, text: '' }]
  if (field === 'created') return [{ id: '', text: '', at: issue.created }]
  return issue.values[field] ?? []
}

function isOneOf({ ids, texts }: Pick<HistoryValues, 'ids' | 'texts'>, value: PlainValue): boolean {
  return ids.includes(value.id) || texts.includes(value.text.toLowerCase())
}

function meetsValues(leaf: ValuesLeaf, values: readonly PlainValue[]): boolean {
  const found = values.some(value => isOneOf(leaf, value))
  if (leaf.negated) return values.length > 0 && !found
  return found || (leaf.orEmpty && values.length === 0)
}

function meetsComparison({ operator, value }: CompareLeaf, issueValue: PlainValue): boolean {
  if (value.kind === 'date') return compares(issueValue.text, operator, value.date)
  const [own, other] = value.kind === 'number' ? [issueValue.number, value.number] : [issueValue.at, value.at]
  return own !== undefined && compares(own, operator, other)
}

function compares<T extends number | string>(a: T, operator: CompareLeaf['operator'], b: T): boolean {
  const results = { '<': a < b, '>': a > b, '<=': a <= b, '>=': a >= b, '=': a === b, '!=': a !== b }
  return results[operator]
}

function isOfHistory(values: HistoryValues, value: PlainValue | null): boolean {
  return value === null ? values.empty : isOneOf(values, value)
}

function isBy(by: readonly Actors[], actor: string | null): boolean {
  return by.every(({ ids, empty }) => (actor === null ? empty : ids.includes(actor)))
}

function staysOf(issue: PlainIssue, field: string): readonly PlainStay[] {
  const stays = issue.stays.filter(stay => stay.field === field)
  return stays.length > 0 ? stays : [{ field, value: null, entered: issue.created, left: null, actor: issue.creator }]
}

function hadValue({ field, values, enteredBefore, leftAfter, by }: WasLeaf, issue: PlainIssue): boolean {
  return staysOf(issue, field.id).some(
    stay =>
      isOfHistory(values, stay.value) &&
      (enteredBefore === null || stay.entered < enteredBefore) &&
      (leftAfter === null || stay.left === null || stay.left > leftAfter) &&
      isBy(by, stay.actor),
  )
}

function isChange({ field, valuesFrom, valuesTo, from, before, by }: ChangedLeaf, change: PlainChange): boolean {
  return (
    change.field === field.id &&
    valuesFrom.every(values => isOfHistory(values, change.from)) &&
    valuesTo.every(values => isOfHistory(values, change.to)) &&
    (from === null || change.at >= from) &&
    (before === null || change.at < before) &&
    isBy(by, change.author)
  )
}

function isInSet(set: IssueSet, issue: PlainIssue): boolean {
  switch (set.kind) {
    case 'linkedIssues':
      return set.links.some(({ type, direction }) =>
        issue.links.some(link => {
          const [start, end] = direction === 'outward' ? [link.from, link.to] : [link.to, link.from]
          return link.type === type && start === set.issue && end === issue.id
        }),
      )
    case 'updatedBy': {
      const isWithin = (at: number) => (set.from === null || at >= set.from) && (set.before === null || at < set.before)
      const isUser = (user: string | null) => user !== null && set.users.includes(user)
      const isCreated = isUser(issue.creator) && isWithin(issue.created)
      return isCreated || issue.changes.some(({ author, at }) => isUser(author) && isWithin(at))
    }
    case 'timeInStatus': {
      const stays = issue.stays.filter(({ field, value }) => field === 'status' && isOfHistory(set.values, value))
      const total = stays.reduce((sum, { entered, left }) => sum + Math.max(0, (left ?? set.now) - entered), 0)
      return compares(total, set.operator, set.length)
    }
  }
}

function matches(query: TextQuery, words: readonly string[]): boolean {
  switch (query.kind) {
    case 'word':
      return words.some(word => stemOf(word) === query.stem)
    case 'phrase':
      return hasPhrase(query.words, query.slop, words)
    case 'wildcard': {
      const pattern = new RegExp(`^${query.pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su')
      return words.some(word => pattern.test(word))
    }
    case 'fuzzy':
      return words.some(word => differences(word, query.word) <= query.distance)
    case 'and':
      return query.queries.every(part => matches(part, words))
    case 'or':
      return query.queries.some(part => matches(part, words))
    case 'not':
      return !matches(query.query, words)
  }
}

/** Returns whether the words occur in order, with at most `slop` other words between the first and the last. */
function hasPhrase(wanted: readonly string[], slop: number, words: readonly string[]): boolean {
  return words.some((word, first) => {
    if (word !== wanted[0]) return false
    let at = first
    for (const next of wanted.slice(1)) {
      at = words.indexOf(next, at + 1)
      if (at < 0) return false
    }
    return at - first - (wanted.length - 1) <= slop
  })
}

function differences(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length]!
}

/** Compares two issues by one sort key. `positionOf` returns the position of a value in the order of its field. */
export function comparedBy(
  { field, direction }: BoundSort,
  positionOf: (issue: PlainIssue, field: string) => number | string | null,
): (a: PlainIssue, b: PlainIssue) => number {
  const sign = direction === 'ASC' ? 1 : -1
  return (a, b) => {
    const [x, y] = [positionOf(a, field.id), positionOf(b, field.id)]
    if (x === y) return 0
    // An empty value is last in ASC, first in DESC.
    if (x === null || y === null) return x === null ? sign : -sign
    return x < y ? -sign : sign
  }
}
