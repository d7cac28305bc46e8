import { LOG_NAME_TABLES } from '../../src/store/rows/log-name-rows.ts'

/** The tables of issues, and of names, that stores of schema 15 do not have. */
export const LATER_TABLES = [
  'former_key',
  'named_value',
  'value_name',
  ...LOG_NAME_TABLES,
  'mapped_name',
  'project_address',
]
