import type { UnmatchedLogName } from '../../reports/page/page-types.ts'
import { formatNumber } from './format.ts'

/** The texts of names in logs without a field. */
export const logNameTexts = {
  title: 'Former names of fields',
  count: (unmatched: number) => (unmatched === 0 ? 'all mapped' : `${formatNumber(unmatched)} not mapped`),
  what: 'The logs of some issues have these names of fields. Choose the field that each one means; its reports lack these changes until then.',
  unmatched: ({ issues, fields }: UnmatchedLogName) => {
    const match = fields.length === 0 ? 'no field has this name' : 'several fields have this name'
    return `${issues === 1 ? '1 issue' : `${formatNumber(issues)} issues`}, ${match}`
  },
  field: (name: string) => `Field of ${name}`,
  choose: 'Choose a field',
  map: (name: string) => `Map ${name}`,
  mapped: (name: string, field: string) => `${name} is ${field}`,
  remove: (name: string) => `Remove the mapping of ${name}`,
} as const
