import type { QueryFieldKind } from '../../fields/field.ts'
import type { ValueOperator } from '../query-tree.ts'

const EQUALITY: readonly ValueOperator[] = ['=', '!=', 'IN', 'NOT IN']
const ORDER: readonly ValueOperator[] = ['<', '>', '<=', '>=']
const EMPTINESS: readonly ValueOperator[] = ['IS', 'IS NOT']
const MATCH: readonly ValueOperator[] = ['~', '!~']

const CHOSEN = [...EQUALITY, ...EMPTINESS]
const ORDERED = [...EQUALITY, ...ORDER, ...EMPTINESS]

/** The operators on present values for each kind of field. */
export const operatorsOf = {
  project: CHOSEN,
  key: ORDERED,
  type: CHOSEN,
  status: CHOSEN,
  statusCategory: CHOSEN,
  priority: ORDERED,
  resolution: ORDERED,
  user: CHOSEN,
  version: ORDERED,
  component: CHOSEN,
  label: CHOSEN,
  sprint: CHOSEN,
  issue: CHOSEN,
  option: CHOSEN,
  text: [...MATCH, ...EMPTINESS],
  allText: ['~'],
  number: ORDERED,
  duration: ORDERED,
  date: ORDERED,
  datetime: ORDERED,
  filter: EQUALITY,
} as const satisfies Record<QueryFieldKind, readonly ValueOperator[]>

/** The opposite of each operator, for NOT. It is not the complement: an empty field matches neither. */
export const oppositeOf = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  '~': '!~',
  '!~': '~',
  IN: 'NOT IN',
  'NOT IN': 'IN',
  IS: 'IS NOT',
  'IS NOT': 'IS',
} as const satisfies Record<ValueOperator, ValueOperator>

const DESCENDING: ReadonlySet<QueryFieldKind> = new Set(['date', 'datetime', 'priority', 'key'])

/** Returns the direction of a sort without ASC or DESC. */
export function defaultDirection(kind: QueryFieldKind): 'ASC' | 'DESC' {
  return DESCENDING.has(kind) ? 'DESC' : 'ASC'
}
