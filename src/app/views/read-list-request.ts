import { UserError } from '../../core/base/errors.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import type { ViewListRequest } from './view-types.ts'

/** The most saved reports or teams in one response, and the default. */
export const LIST_PAGE = { most: 200, fallback: 100 } as const

const WHOLE = /^\d{1,9}$/

/** Reads the parameters of a list of saved reports or teams. Throws REQUEST_MALFORMED with all errors. */
export function readListRequest(sent: readonly RawParameter[]): ViewListRequest {
  const values = new Map<string, string>()
  const problems: string[] = []
  for (const { name, value } of sent) {
    if (!['scope', 'startIndex', 'pageSize'].includes(name)) {
      problems.push(`${name} is unknown. Parameters: scope, startIndex, pageSize`)
    } else if (values.has(name)) problems.push(`${name} is given more than once`)
    else values.set(name, value)
  }
  const { scope = 'visible', startIndex = '0', pageSize = String(LIST_PAGE.fallback) } = Object.fromEntries(values)
  if (scope !== 'visible' && scope !== 'all') problems.push(`scope is '${scope}'. Possible values: visible, all`)
  if (!WHOLE.test(startIndex)) problems.push(`startIndex is '${startIndex}', not a whole number from 0`)
  if (!WHOLE.test(pageSize) || Number(pageSize) < 1 || Number(pageSize) > LIST_PAGE.most) {
    problems.push(`pageSize is '${pageSize}', not a whole number from 1 to ${LIST_PAGE.most}`)
  }
  if (problems.length > 0) throw new UserError('REQUEST_MALFORMED', { reason: problems.join('; ') })
  return { scope: scope as ViewListRequest['scope'], startIndex: Number(startIndex), pageSize: Number(pageSize) }
}
