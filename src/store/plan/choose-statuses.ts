import { z } from 'zod'
import type { Steps } from '../../core/base/in-slices.ts'
import type { Status } from '../../core/catalogue/model.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { caseInsensitiveEnum, distinctName, jsonArray, jsonElements, resolved, resolvedList } from './json-parameter.ts'
import type { StatusColumn } from './report-plan.ts'
import { type Problems, quoted, Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { resolveStatus } from './resolve-names.ts'

/** Reads statuses; `null` selects all found statuses. The statuses in `hidden` get no column. */
export function* chooseStatuses(
  values: RequestValues,
  catalogue: ReportNames,
  hidden: readonly string[],
): Steps<readonly StatusColumn[] | null> {
  const text = values.text('statuses')
  if (text === undefined) return null
  const columns = yield* (text.startsWith('[') ? advancedColumns : basicColumns)(values, catalogue)
  return columns.length > 0 ? withoutHidden(columns, hidden) : null
}

/** Removes the columns of hidden statuses. Consolidated columns remain, without their hidden statuses. */
function withoutHidden(columns: readonly StatusColumn[], hidden: readonly string[]): readonly StatusColumn[] {
  if (hidden.length === 0) return columns
  const isHidden = new Set(hidden)
  return columns
    .filter(({ id, consolidated }) => consolidated || !isHidden.has(id))
    .map(column => ({
      ...column,
      members: column.members.filter(id => !isHidden.has(id)),
      leftOut: column.members.filter(id => isHidden.has(id)),
    }))
}

/** The error for a duplicate column, after its id or name. */
const TWICE = 'is a column already'

function* basicColumns(values: RequestValues, catalogue: ReportNames): Steps<StatusColumn[]> {
  const read = distinctStatus(catalogue, distinctName(TWICE), values.problems)
  const columns: StatusColumn[] = []
  for (const text of yield* values.list('statuses')) {
    const status = read(text)
    if (status instanceof Unresolved) values.problems.add('statuses', `${quoted(text)} ${status.why}`)
    else columns.push(standardColumn(status))
    yield
  }
  return columns
}

function* advancedColumns(values: RequestValues, catalogue: ReportNames): Steps<StatusColumn[]> {
  const array = yield* jsonArray(values, 'statuses')
  return yield* jsonElements(values, 'statuses', array, () => statusElement(catalogue, values.problems))
}

/** Returns the schema of a column in JSON. The type decides which other keys are allowed. */
function statusElement(catalogue: ReportNames, problems: Problems): z.ZodType<StatusColumn> {
  const columnId = distinctName(TWICE)
  const members = resolvedList(text => resolveStatus(catalogue, text, problems))
  const standard = z
    .strictObject({
      type: caseInsensitiveEnum(['std']),
      id: resolved(distinctStatus(catalogue, columnId, problems)),
      name: z.string().optional(),
    })
    .transform(({ id }) => standardColumn(id))
  const consolidated = z
    .strictObject({
      type: caseInsensitiveEnum(['cons']),
      id: z.string().optional(),
      name: resolved(columnId),
      statuses: members.refine(
        statuses => statuses.length > 0,
        'is empty: a consolidated column needs at least one status',
      ),
    })
    .transform(({ name, statuses }) => {
      const ids = [...new Set(statuses.map(({ id }) => id))]
      return { id: name, name, consolidated: true, members: ids, leftOut: [] }
    })
  // An element without a type only reports errors.
  const untyped = z.strictObject({
    type: caseInsensitiveEnum(['std', 'cons']),
    id: z.string().optional(),
    name: z.string().optional(),
    statuses: members.optional(),
  })
  // Built once: zod compiles a schema at its first use, and there may be 20,000 elements.
  const typed = z.object({ type: untyped.shape.type })
  return z.unknown().transform((value, context) => {
    const { type } = typed.safeParse(value).data ?? {}
    const read = (type === 'std' ? standard : type === 'cons' ? consolidated : untyped).safeParse(value)
    if (type !== undefined && read.success) return read.data as StatusColumn
    for (const issue of read.error?.issues ?? []) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue)
    return z.NEVER
  })
}

/** Returns a function that resolves the status of a column, and rejects duplicate ids. */
function distinctStatus(catalogue: ReportNames, columnId: (id: string) => string | Unresolved, problems: Problems) {
  return (text: string): Status | Unresolved => {
    const status = resolveStatus(catalogue, text, problems)
    if (status instanceof Unresolved) return status
    const id = columnId(status.id)
    return id instanceof Unresolved ? id : status
  }
}

function standardColumn({ id, name }: Status): StatusColumn {
  return { id, name, consolidated: false, members: [id], leftOut: [] }
}
