import type { LinkType } from '../../catalogue/model.ts'
import type { CompareLeaf, HistoryValues, LinkedIssues, UpdatedBy } from '../bound-query.ts'
import { entriesFor } from '../check/entries-for.ts'
import { issueFor } from '../check/issue-for.ts'
import { nearNamed, nearTo, report, type Scope } from '../check/scope.ts'
import { dayAround, readDate } from '../dates/date-value.ts'
import { parsePeriod } from '../dates/period.ts'
import type { ValueOperand } from '../query-tree.ts'
import type { FunctionValue, JqlFunction } from './jql-function.ts'

const DAY = 86_400_000

/** The functions that return issues. */
export const issueFunctions: readonly JqlFunction[] = [
  issueFunction('linkedIssues', 'linkedIssues(key[, link type])', [1, 2], linkedIssues),
  issueFunction('updatedBy', 'updatedBy(user[, from[, to]])', [1, 3], updatedBy),
  issueFunction('timeInStatus', 'timeInStatus(status, operator, length)', [3, 3], timeInStatus),
]

function issueFunction(
  name: string,
  usage: string,
  count: readonly [number, number],
  call: (args: readonly ValueOperand[], scope: Scope) => FunctionValue | null,
): JqlFunction {
  return { name, usage, arguments: count, suits: ['key'], isList: true, call }
}

/**
 * Returns the issues that are linked to an issue, by all links or by those of a type, in the direction from the issue.
 */
function linkedIssues([key, type]: readonly ValueOperand[], scope: Scope): FunctionValue | null {
  const types = scope.context.catalogue.linkTypes ?? []
  const issue = issueFor(key!, 'key', scope)
  const links = types.flatMap(linkType => linksFrom(linkType, type?.value.toLowerCase()))
  if (type && links.length === 0) {
    const names = types.flatMap(({ name, inward, outward }) => [name, inward, outward])
    const near = nearTo(scope, type.value, names)
    const parameters = { function: 'linkedIssues', argument: type.value, expected: 'a type of links', near }
    return report(scope, type.span, 'JQL_ARGUMENT_INVALID', parameters)
  }
  return issue && { kind: 'issues', set: { kind: 'linkedIssues', issue: issue.id, links } }
}

function linksFrom({ id, name, outward, inward }: LinkType, wanted: string | undefined): LinkedIssues['links'] {
  const isAny = wanted === undefined || wanted === name.toLowerCase()
  const links: { type: string; direction: 'outward' | 'inward' }[] = []
  if (isAny || wanted === outward.toLowerCase()) links.push({ type: id, direction: 'outward' })
  if (isAny || wanted === inward.toLowerCase()) links.push({ type: id, direction: 'inward' })
  return links
}

/** Returns the issues that a user created or changed, in whole days; a period of less than one day is one day. */
function updatedBy([user, from, to]: readonly ValueOperand[], scope: Scope): FunctionValue | null {
  const users = entriesFor('user', user!, scope).map(({ id }) => id)
  if (users.length === 0) {
    const near = nearNamed(scope, user!.value, scope.context.catalogue.entries('user'))
    const parameters = { function: 'updatedBy', argument: user!.value, expected: 'a user', near }
    report(scope, user!.span, 'JQL_ARGUMENT_INVALID', parameters)
  }
  const first = from ? dayNamed(from, scope) : undefined
  const last = to ? dayNamed(to, scope) : undefined
  if (users.length === 0 || first === null || last === null) return null
  const set: UpdatedBy = { kind: 'updatedBy', users, from: first?.[0] ?? null, before: last?.[1] ?? null }
  return { kind: 'issues', set }
}

function dayNamed(operand: ValueOperand, scope: Scope): [number, number] | null {
  const { now, zone } = scope.context
  const period = parsePeriod(operand.value)
  if (period !== null && Math.abs(period) < DAY) return dayAround(now + (period < 0 ? -DAY : DAY), zone)
  const instant = readDate(operand, scope.context)
  if (instant) return dayAround(instant.at, zone)
  return report(scope, operand.span, 'JQL_DATE_INVALID', { value: operand.value, field: 'updatedBy' })
}

const OPERATORS: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '=', '!='])

/** Returns the issues whose time in a status meets a comparison. This function is our extension. */
function timeInStatus([status, operator, length]: readonly ValueOperand[], scope: Scope): FunctionValue | null {
  const invalid = (argument: ValueOperand, expected: string, near: string[] = []) =>
    report(scope, argument.span, 'JQL_ARGUMENT_INVALID', {
      function: 'timeInStatus',
      argument: argument.value,
      expected,
      near,
    })
  const { catalogue, now } = scope.context
  const ids = entriesFor('status', status!, scope).map(({ id }) => id)
  const name = status!.value.toLowerCase()
  const isKnown = ids.length > 0 || catalogue.valueNames('status').has(name)
  const isOperator = OPERATORS.has(operator!.value)
  const period = parsePeriod(length!.value)
  if (!isKnown) invalid(status!, 'a status', nearNamed(scope, status!.value, catalogue.entries('status')))
  if (!isOperator) invalid(operator!, 'one of <, >, <=, >=, = and !=')
  if (period === null || period < 0) return invalid(length!, "a length of time such as '5d' or '4h 30m'")
  if (!isKnown || !isOperator) return null
  const values: HistoryValues = { ids, texts: [name], empty: false }
  const compared = operator!.value as CompareLeaf['operator']
  return { kind: 'issues', set: { kind: 'timeInStatus', values, operator: compared, length: period, now } }
}
